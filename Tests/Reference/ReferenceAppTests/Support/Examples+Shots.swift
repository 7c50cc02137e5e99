@testable import ReferenceApp

extension Example {
  /// Returns shots with these numbers.
  static func shots(_ ids: some Sequence<Int>) -> [Shot] { ids.map { Shot(id: $0, title: "shot \($0)", views: $0) } }

  /// Returns a list in which shots 1 to `count` have loaded.
  static func list(_ count: Int, next: Int?) -> Shots.State {
    Shots.State(shots: shots(1...count), shown: .fresh, next: next)
  }
}
