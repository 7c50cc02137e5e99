import ColmeiaTesting
import Foundation
import TestSupport
import Testing

/// The code that a failed test store suggests can be pasted into the test.
@Suite(.blocking, .timeLimit(.minutes(10))) struct SuggestedCodeTests {
  /// What a test store suggests for each step from a state to the next one.
  static let suggestions: [String] = {
    var store = TestStore(Basket.states[0], Basket(), reporting: .silently)
    for index in Basket.states.indices.dropFirst() { store.send(.take(index)) }
    store.finish()
    return store.failures.compactMap { $0.message.components(separatedBy: "expect it: { ").last?.dropLast(2) }
      .map(String.init)
  }()

  @Test func `Only what has changed is suggested`() {
    #expect(
      Self.suggestions == [
        #"$0.lines[id: "b"]?.price = 10; $0.lines[id: "b"]?.quantity = 4"#,
        #"$0.lines[id: "b"]?.notes = ["gift"]"#,
        "$0.payment = Basket.Payment(id: 1, amount: 10, phase: .idle)",
        "$0.payment?.phase = .charging(attempt: 1)",
        "$0.payment = Basket.Payment(id: 2, amount: 20, phase: .idle)",
        #"$0.lines.remove(id: "a"); "#
          + #"$0.lines.insert(Basket.Line(id: "first", price: nil, quantity: 1, notes: []), at: 0); "#
          + #"$0.lines[id: "b"]?.price = nil; "#
          + #"$0.lines.upsert(Basket.Line(id: "last", price: nil, quantity: 2, notes: []))"#,
        "$0.lines = []",
        #"$0.stops[1].street = "A new street""#,
        "$0.stops[2].position = Basket.Place(x: 1.0, y: 2.0)",
        "$0.stops[2].position?.y = 3.0",
        #"$0.stops.append(Basket.Stop(street: "The last", position: nil))"#,
        #"$0.stops.insert(Basket.Stop(street: "The second", position: nil), at: 1)"#,
        "$0.stops.removeSubrange(1..<3)",
        "$0.stops.remove(at: 0)",
        "$0.counts = [2: 2, 3: 4]",
        #"$0.places["home"]?.x = 5.0"#,
        #"$0.places["work"] = Basket.Place(x: 0.0, y: 0.0)"#,
        #"$0.settings.currency = Basket.Currency(rawValue: "BRL")"#,
        "$0.settings.pause = .milliseconds(1500)",
      ])
  }

  #if os(Linux)
    @Test func `The suggested code compiles, and the test that contains it passes`() throws {
      let feature = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Basket.swift")
      let steps = Self.suggestions.enumerated().map { "store.send(.take(\($0 + 1))) { \($1) }" }
      #expect(steps.count == Basket.states.count - 1, "\(steps)")
      let source = """
        import ColmeiaTesting
        import Testing
        \(try String(contentsOf: feature, encoding: .utf8))
        @Test func suggested() {
          var store = TestStore(Basket.states[0], Basket())
          \(steps.joined(separator: "\n  "))
          store.finish()
        }
        """
      let folder = try Folder(["Suggested.swift": source])
      defer { folder.remove() }
      let (status, output) = try PageTests.runTests(URL(filePath: "\(folder.path)/Suggested.swift"))
      #expect(status == 0 && output.contains("run with 1 test"), "\(output)")
    }
  #endif
}
