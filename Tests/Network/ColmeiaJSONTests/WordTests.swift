import ColmeiaJSON
import TestSupport
import Testing

/// Fast paths that process eight bytes at a time, or bypass a container, give the same results as the general ones.
@Suite(.timeLimit(.minutes(10))) struct WordTests {
  @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "\u{0}", "é", "😀", "\u{7F}", "x"])
  func `A special character is found at any position in a string`(character: String) throws {
    for length in 0...20 {
      for offset in 0...length {
        let text = String(repeating: "a", count: offset) + character + String(repeating: "b", count: length - offset)
        let value: JSON = [.string(text), "end"]
        #expect(try JSON(parsing: value.text()) == value)
        #expect(try JSON.decode([String].self, from: value.bytes()) == [text, "end"])
        #expect(try JSON.encode([text, "end"]) == value.bytes())
      }
    }
  }

  @Test func `Each escape is written at any position`() {
    for length in 0...17 {
      let plain = String(repeating: "a", count: length)
      #expect(JSON.string(plain + "\"\\\n\u{1}" + plain).text() == "\"\(plain)\\\"\\\\\\n\\u0001\(plain)\"")
    }
  }

  @Test(arguments: 0..<20) func `A number is decoded as the nearest value, for any number of digits`(seed: UInt64)
    throws
  {
    var random = SplitMix(state: seed)
    for _ in 0..<500 {
      let digits = String(UInt64.random(in: 0...(.max), using: &random) >> UInt64.random(in: 0...63, using: &random))
      let whole = digits.prefix(Int.random(in: 0...digits.count, using: &random))
      let zeros = String(repeating: "0", count: Int.random(in: 0...4, using: &random))
      let rest = digits.dropFirst(whole.count)
      let text = (Bool.random(using: &random) ? "-" : "") + (whole.isEmpty ? "0" : whole) + "." + zeros + rest + "0"
      #expect(try JSON.decode(Double.self, from: Array(text.utf8)).bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `Keys with equal marks are distinct, and an escaped key equals the unescaped one`() throws {
    // Equal lengths and equal first, middle and last bytes.
    let alike = #"{"abxcd":1,"aaxcd":2,"abxdd":3}"#
    #expect(try JSON(parsing: alike).text() == alike)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: #"{"abc":1,"x":2,"\u0061bc":3}"#) }
    #expect(error?.reason == .duplicateKey("abc"))
    #expect(error?.column == 16)
  }

  private struct Three: Codable, Equatable {
    struct Inner: Codable, Equatable { var a: Int, b: Int? }
    var a: Int, b: Inner, c: Int
  }

  @Test(arguments: [
    #"{"a":1,"b":{"a":2,"b":3},"c":4}"#, #"{"c":4,"b":{"b":3,"a":2},"a":1}"#, #"{"b":{"a":2,"c":9,"b":3},"c":4,"a":1}"#,
    #"{"x":{"a":7},"a":1,"y":[{"c":8}],"c":4,"b":{"z":0,"a":2,"b":3}}"#,
  ])
  func `Members are found in any order, and only in their own object`(text: String) throws {
    #expect(try JSON.decode(Three.self, from: Array(text.utf8)) == Three(a: 1, b: .init(a: 2, b: 3), c: 4))
  }

  @Test func `A member of an inner object is not mistaken for one of the outer object`() {
    let error = #expect(throws: JSONError.self) {
      try JSON.decode(Three.self, from: Array(#"{"a":1,"b":{"a":2,"c":4}}"#.utf8))
    }
    #expect(error?.reason == .missingKey("c"))
  }

  @Test(arguments: [
    (#"["a",1]"#, "line 1, column 6 ([1]): expected a string, not a number"),
    (#"{"a":1}"#, "line 1, column 1: expected an array, not an object"),
  ])
  func `An error in a list of strings has its position`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSON.decode([String].self, from: Array(text.utf8)) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func `An error in a list of numbers has its path`() {
    let integers = #expect(throws: JSONError.self) { try JSON.decode([[Int]].self, from: Array("[[1],[2,2.5]]".utf8)) }
    #expect(integers?.path == JSONPath([.index(1), .index(1)]))
    let fractions = #expect(throws: JSONError.self) { try JSON.decode([Double].self, from: Array("[1,null]".utf8)) }
    #expect(fractions?.path == JSONPath([.index(1)]))
    #expect(throws: Never.self) { try JSON.decode([Int].self, from: Array("[]".utf8), .strict) }
  }
}
