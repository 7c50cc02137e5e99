import ColmeiaExplorer
import Testing

@testable import ReferenceApp

/// Tests that the explorer finds each defect of the original on its own, and shrinks it to the relevant steps.
@Suite struct OriginalExplorationTests {
  @Test func `The explorer finds the stuck activity indicator`() throws {
    var explorer = try Self.signedIn(signsOut: false) { [.answer(.receive($0)), .answer(.failFeed)] }
    explorer.eventually("nothing is loading") { !$0.feed.isLoading }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(example.violation.description == #""nothing is loading" does not hold at the end"#)
    #expect(
      example.trace.lines.map(\.description) == [
        "action  load(husky)", "effect  #1 feed(husky) answers failFeed",
      ])
  }

  @Test func `The explorer finds the late response that wins`() throws {
    var explorer = try Self.signedIn { [.answer(.receive($0))] }
    explorer.always("the images are of the chosen breed") { state in
      state.feed.isLoading || state.feed.images.allSatisfy { $0.rawValue.contains(state.feed.breed.rawValue) }
    }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(
      example.trace.lines.map { $0.description.prefix(31) } == [
        "action  load(husky)", "action  load(pug)", "end     #1 feed(husky) answers ",
      ])
  }

  @Test func `The explorer finds the feed that survives signing out`() throws {
    var explorer = try Self.signedIn { [.answer(.receive($0))] }
    explorer.always("no images are shown while signed out") { $0.account != nil || $0.feed.images.isEmpty }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(
      example.trace.lines.map { $0.description.prefix(31) } == [
        "action  load(husky)", "action  signOut", "end     #1 feed(husky) answers ",
      ])
  }

  @Test func `The explorer finds a defect that was not documented`() throws {
    // A load while signed out sends no request, so the activity indicator never disappears.
    var explorer = try Self.signedIn { [.answer(.receive($0))] }
    explorer.eventually("nothing is loading") { !$0.feed.isLoading }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(example.trace.lines.prefix(2).map(\.description) == ["action  signOut", "action  load(husky)"])
  }

  /// Returns an explorer of the original app with a signed-in account, and the given outcomes of the feed's requests.
  static func signedIn(
    signsOut: Bool = true, _ feed: @escaping @Sendable ([ImageURL]) -> [Outcome<OriginalApp.Action, NoServer>]
  ) throws -> Explorer<OriginalApp, NoServer> {
    let images = try Dictionary(uniqueKeysWithValues: Breed.allCases.map { ($0, try Example.images($0)) })
    var explorer = Explorer(OriginalApp.State(account: Example.account), OriginalApp())
    explorer.action(.load(.husky))
    explorer.action(.load(.pug))
    if signsOut { explorer.action(.signOut) }
    explorer.outcomes { effect in
      switch effect {
      case .feed(let breed): feed(images[breed] ?? [])
      case .get, .put, .delete, .signUp: [.finish]
      }
    }
    return explorer
  }
}
