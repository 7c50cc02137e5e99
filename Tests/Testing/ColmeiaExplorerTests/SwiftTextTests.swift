import Testing

@testable import ColmeiaExplorer

/// The source code of values in generated tests.
@Suite struct SwiftTextTests {
  private struct Screen: Equatable {
    var feed = 3
    var title: Substring = "a\"b"
    var mark: Character = "x"
    var ratio = Double.infinity
    var maybe: Int?? = .some(nil)
  }
  private enum Step: Equatable { case `init`, `self`(Int) }

  @Test func `Values are written such that the compiler accepts them`() {
    #expect(
      SwiftText.bounded(Screen())
        == #"SwiftTextTests.Screen(feed: 3, title: "a\"b", mark: "x", ratio: .infinity, maybe: .some(nil))"#)
    #expect(SwiftText.bounded(Step.`init`) == ".`init`")
    #expect(SwiftText.bounded(Step.`self`(1)) == ".`self`(1)")
    #expect(SwiftText.bounded(-Float.infinity) == "-.infinity" && SwiftText.bounded(Double.nan) == ".nan")
    #expect(SwiftText.bounded(Optional(3) as Any) == "3")
  }

  private enum Breed: CustomStringConvertible {
    case golden, beagle
    var description: String { "Golden retriever" }
  }

  @Test func `A case is written by its name, and a set in a constant order`() {
    #expect(SwiftText.bounded(Breed.golden) == ".golden")
    #expect(SwiftText.bounded(Set(1...5)) == "Set([1, 2, 3, 4, 5])")
    #expect(Shape.of((Breed.golden, 1)) != Shape.of((Breed.beagle, 1)))
  }

  private enum RowAction { case saved(Bool), done }
  private enum Kind { case big }
  private enum Sent {
    case row(Int, RowAction), only(RowAction), kind(Kind), both(Kind, [Int]), void(())
    case result(Result<Int, CancellationError>)
  }

  @Test func `The name of a case continues with the case of an embedded action or result`() {
    #expect(Text.head(Sent.row(3, .saved(true))) == "row.saved" && Text.head(Sent.only(.done)) == "only.done")
    #expect(Text.head(Sent.kind(.big)) == "kind" && Text.head(Sent.both(.big, [1])) == "both")
    #expect(Text.head(Sent.void(())) == "void" && Text.head(Sent.result(.success(1))) == "result.success")
  }

  private struct Pages: Reducer {
    struct State: Hashable, Sendable { var rows: [Int] = [] }
    enum Action: Sendable { case show([Int]), clear }
    enum Effect: Hashable, Sendable { case none }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .show(let rows) = action { state.rows = rows } else { state.rows = [] }
      return .none
    }
  }

  @Test func `Values that are too large to be shown are placeholders in a test and truncated in a story`() throws {
    var explorer = Explorer(Pages.State(rows: Array(0..<100_000)), Pages())
    explorer.action(.clear)
    explorer.action(.show(Array(0..<10_000)))
    explorer.always("few rows") { $0.rows.count != 10_000 }
    let found = try #require(explorer.run(seeds: 0..<100).counterexample)
    let expected = #"""
      @Test func `few rows`() {
        // The state or the reducer is too large to be shown, or hides its storage. Set explorer.source to code that creates it.
        // Replace each <#…#> by an expression. These values are too large to be shown, or hide their storage.
        var store = PartialTestStore(<#SwiftTextTests.Pages.State, 673 kB#>, SwiftTextTests.Pages())
        store.send(<#SwiftTextTests.Pages.Action, 58 kB#>)
        Issue.record("\"few rows\" does not hold")  // replace with an expectation about store.state
      }
      """#
    #expect(found.test == expected)
    #expect(found.description.utf8.count < 3_000)
    explorer.source = "Pages.full, Pages()"
    let again = try #require(explorer.run(seeds: 0..<100).counterexample)
    #expect(again.test.contains("PartialTestStore(Pages.full, Pages())\n"))
    #expect(!again.test.contains("Set explorer.source"))
  }
}
