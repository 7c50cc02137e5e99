import Colmeia

/// A form with 1,000 fields, each with its own key path.
struct Form: Reducer {
  struct State: Sendable {
    var count = 0
    var title = longText(0)
    var fields = Ten(Ten(Ten(longText(1))))
  }
  enum Action: Sendable { case increment, type(String) }
  typealias Effect = Never
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .type(let text): state.fields.e.e.e = text
    }
    return .none
  }

  /// Returns a store with a subscriber of each field.
  static func watched() -> Store<Form> {
    let store = Store(State(), Form())
    for outer in Ten<Ten<Ten<String>>>.paths.map((\State.fields).appending(path:)) {
      for middle in Ten<Ten<String>>.paths.map(outer.appending(path:)) {
        for path in Ten<String>.paths.map(middle.appending(path:)) {
          // The key paths capture nothing, but `appending(path:)` loses their `Sendable` conformance.
          store.subscribe(to: unsafeBitCast(path, to: (KeyPath<State, String> & Sendable).self)) { _ in }
        }
      }
    }
    return store
  }
}
