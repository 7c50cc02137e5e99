import Testing

/// Tests the search for tests by name in a source file.
@Suite struct SwiftTestTests {
  private func found(_ source: String) -> [String] {
    SwiftTest.tests(in: source).map { $0.name + ($0.obstacle.map { ": \($0)" } ?? "") }
  }

  @Test func `A test has its display name, or the name of its function`() {
    let source = #"""
      @Suite(.blocking, .timeLimit(.minutes(10))) struct Tests {
        let other = 1
        @Test("A display name", arguments: [1, 2]) func one(number: Int) { if number > 1 { print("}") } }
        @Test(arguments: [{ "}" }()])
        private func `A raw name: "quoted"`(text: String) throws {}
        @Test func plain() async {}
        @MainActor @Test static func `With others`() {}
        func helper() {}
      }
      @Test func `Outside`() {}
      """#
    #expect(found(source) == ["A display name", #"A raw name: "quoted""#, "plain", "With others", "Outside"])
  }

  @Test func `Code in a comment or a string is not a test`() {
    let source = ##"""
      @Suite struct Tests {
        // @Test func `In a line`() {}
        /* @Test func `In a block`() {} /* { */ @Test func `In the outer block`() {} */
        @Test func `Real`() { print("@Test func `In a text`() {}", "\(x + "@Test func b() {}") \" {") }
        let quotes = [#"""#, #"["a""]"#, "", "\\", "\""]
        let raw = #"@Test func `In a raw text`() {} " \" \#(x) "#
        let long = """
          @Test func `In a long text`() {}  " { \("""
            {
            """) "
          """
        @Test func `Behind`() {}
      }
      """##
    #expect(found(source) == ["Real", "Behind"])
  }

  @Test func `A trait of the test or of an enclosing suite may prevent it from running`() {
    let source = #"""
      @Suite struct Tests {
        @Test(.disabled("for now")) func `a`() {}
        @Test("b", .tags(.slow), .enabled(if: Mood.isGood)) func one() {}
        @Test(.disabled(if: true, "why")) func `c`() {}
        @Test(arguments: [Button.disabled, .enabled]) func `d`(button: Button) {}
      }
      @Suite("Off", .disabled()) struct Off {
        @Suite struct Inner { @Test func `e`() {} }
      }
      extension Off { @Test func `f`() {} }
      extension Off.Inner { @Test func `g`() {} }
      extension Tests { @Test func `h`() {} }
      extension Elsewhere { @Test func `i`() {} }
      """#
    #expect(
      found(source) == [
        "a: it has the trait .disabled", "b: it has the trait .enabled", "c: it has the trait .disabled", "d",
        "e: its suite has the trait .disabled", "f: its suite has the trait .disabled",
        "g: its suite has the trait .disabled", "h", "i: its suite is declared in another file",
      ])
  }

  @Test func `A compiler condition may prevent a test from running`() {
    let source = """
      #if os(Linux)
        @Test func `a`() {}
      #else
        @Test func `b`() {}
      #endif
      @Test func `c`() {
        #if DEBUG
          #expect(true)
        #endif
      }
      """
    #expect(found(source) == ["a: it is inside an #if", "b: it is inside an #if", "c"])
  }
}
