import ColmeiaExplorer
import TestSupport
import Testing

/// Random search: lengths of programs, cores, and several failures in one exploration.
@Suite(.long) struct SearchTests {
  static var cores: [Int] {
    #if DEBUG
      [3]
    #else
      [2, 3, 5]
    #endif
  }

  @Test(arguments: [Feed.Mistake.none, .spinnerStays, .selectionSurvivesSignOut], cores)
  func `Several cores produce the same result as one`(mistake: Feed.Mistake, cores: Int) {
    let alone = Feed.explorer(mistake).run(seeds: 7..<400)
    let together = Feed.explorer(mistake).run(seeds: 7..<400, cores: cores)
    #expect(together.description == alone.description)
    #expect(together.coverage == alone.coverage)
    #expect(together.runs == alone.runs)
  }

  @Test func `Several cores count the same seeds after a failure, and find the same further failures`() throws {
    var explorer = Explorer(Session.State(), Session())
    explorer.action("a rare renewal") { _, choices in choices.number(in: 0...300) == 7 ? .renew : .written(0) }
    explorer.outcomes { _ in [.finish] }
    explorer.always("the token is never renewed") { $0.token == 0 }
    let alone = explorer.run(seeds: 0..<8_000, steps: 1...4)
    let together = explorer.run(seeds: 0..<8_000, steps: 1...4, cores: 4)
    #expect(alone.failure != nil && alone.runs < 8_000)
    #expect(together.runs == alone.runs && together.description == alone.description)
  }

  @Test func `There may be fewer seeds than cores`() {
    #expect(Feed.explorer().run(seeds: 0..<2, cores: 8).runs == 2)
    #expect(Feed.explorer().run(seeds: 5..<5, cores: 8).runs == 0)
  }

  @Test func `The length of programs is in the given range, and most programs are short`() throws {
    var explorer = Explorer(Session.State(), Session())
    explorer.action(.renew)
    explorer.outcomes { _ in [.finish] }
    explorer.always("the token is never renewed") { $0.token == 0 }
    var lengths: [Int] = []
    for seed in 0..<100 as Range<UInt64> {
      let found = try #require(explorer.run(seeds: seed..<seed + 1, steps: 8...100).counterexample)
      lengths += found.segments.map(\.steps)
    }
    #expect(lengths.allSatisfy { (8...100).contains($0) })
    #expect(lengths.contains { $0 > 70 } && lengths.count { $0 < 20 } > 50)
  }

  @Test func `Two broken rules are reported as two failures`() {
    var explorer = Feed.explorer(.spinnerStays)
    explorer.always("beagles are never loaded") { $0.breed != .beagle }
    let exploration = explorer.run(seeds: 0..<1_000)
    let found = exploration.failure?.counterexamples ?? []
    let kinds = Set(found.map { "\($0.violation)" })
    #expect(kinds == [#""beagles are never loaded" does not hold"#, #""the spinner ends" does not hold at the end"#])
    #expect(found.allSatisfy { exploration.description.contains($0.story) })
  }

  @Test func `Actions that were never reached are reported even if the exploration passes`() {
    var explorer = Feed.explorer()
    explorer.action(.select("nothing"), when: { $0.images.count == 7 })
    let exploration = explorer.run(seeds: 0..<200)
    #expect(exploration.passed)
    #expect(exploration.coverage.neverReached == [#"select("nothing")"#])
    #expect(exploration.description.hasSuffix(#"Never reached: select("nothing")."#))
  }

  @Test func `A program that continues another one is repeated part by part`() throws {
    let found = try #require(deep.run(seeds: 0..<10_000).counterexample)
    #expect(found.segments.count > 1)
    #expect(found.description.contains("Repeat: replay(Segment(seed: "))
    #expect(deep.replay(found.segments).violation == found.violation)
  }

  /// A feature that fails only after seven different actions in the right order, which purely random programs would
  /// need 800,000 runs to find.
  private var deep: Explorer<Stairs, NoServer> {
    var explorer = Explorer(Stairs.State(), Stairs())
    for stair in 0..<7 { explorer.action(stair) }
    explorer.always("fewer than seven stairs are passed") { $0.passed.count < 7 }
    return explorer
  }

  struct Stairs: Reducer {
    typealias Action = Int
    struct State: Hashable, Sendable { var passed: [Int] = [] }
    func reduce(into state: inout State, action: Int) -> Effects {
      state.passed = action == state.passed.count ? state.passed + [action] : []
      return .none
    }
  }
}
