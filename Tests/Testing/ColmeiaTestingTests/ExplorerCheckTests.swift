import ColmeiaTesting
import Testing

@Suite struct ExplorerCheckTests {
  static func explorer() -> Explorer<Shop, NoServer> {
    var explorer = Explorer(Shop.State(), Shop())
    explorer.action(.load("a"))
    explorer.action(.cancel)
    explorer.outcomes { effect in [.answer(.loaded(["\(effect)"]))] }
    return explorer
  }

  @Test func `An exploration in which all rules hold passes`() {
    var explorer = Self.explorer()
    explorer.eventually("nothing is loading") { !$0.isLoading }
    #expect(explorer.check(seeds: 0..<200).passed)
  }

  @Test func `A broken rule is an issue of the current test and contains the steps that lead to it`() {
    var explorer = Self.explorer()
    explorer.always("nothing is ever loaded") { $0.items.isEmpty }
    withKnownIssue {
      explorer.check(seeds: 0..<200)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix(#"Shop: "nothing is ever loaded" does not hold"#) }
    }
  }
}
