import ColmeiaSimulation
import Testing

@testable import ColmeiaApp

/// The explorer finds each defect of the original by itself, and shrinks it to the steps that matter.
@Suite struct OriginalExplorationTests {
  @Test func `The explorer finds the stuck spinner`() throws {
    var explorer = try Self.signedIn(signsOut: false) { [.answer(.receive($0)), .answer(.failFeed)] }
    explorer.eventually("nothing is loading") { !$0.feed.isLoading }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(example.violation.description == #""nothing is loading" does not hold at the end"#)
    #expect(
      example.trace.lines.map(\.description) == [
        "action  load(husky)", "effect  #1 feed(husky) answers failFeed",
      ])
  }

  @Test func `The explorer finds the late answer that wins`() throws {
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
    explorer.always("who is signed out sees no images") { $0.account != nil || $0.feed.images.isEmpty }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(
      example.trace.lines.map { $0.description.prefix(31) } == [
        "action  load(husky)", "action  signOut", "end     #1 feed(husky) answers ",
      ])
  }

  @Test func `The explorer finds one more that nobody had written down`() throws {
    // A load while signed out asks nobody, and so nobody ends its spinner.
    var explorer = try Self.signedIn { [.answer(.receive($0))] }
    explorer.eventually("nothing is loading") { !$0.feed.isLoading }
    let example = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(example.trace.lines.prefix(2).map(\.description) == ["action  signOut", "action  load(husky)"])
  }

  /// The original, signed in, with what the feed's requests may come to.
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
