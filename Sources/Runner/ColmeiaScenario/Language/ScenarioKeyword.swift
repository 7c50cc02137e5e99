/// The keywords with which statements begin.
enum ScenarioKeyword {
  case include, procedure, before, scenario, cleanup, head(Head), step(Step)

  /// The keywords of a scenario's head.
  enum Head: String, CaseIterable { case tags, stores, seed, `var`, secret, row, date, timeout, always }

  /// The keywords of a step's statements.
  enum Step: String, CaseIterable {
    case dispatch, await, expect, capture, fault, advance, settle, request, restart, call
  }

  private static let all: [(name: String, keyword: ScenarioKeyword)] =
    [("include", .include), ("procedure", .procedure), ("before", .before), ("scenario", .scenario)]
    + Head.allCases.map { ($0.rawValue, .head($0)) }
    + [("cleanup", .cleanup)] + Step.allCases.map { ($0.rawValue, .step($0)) }
  static let names = all.map(\.name)
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.keyword) })
}
