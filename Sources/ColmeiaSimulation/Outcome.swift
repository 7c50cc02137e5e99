/// One way in which an effect may turn out.
///
/// ```swift
/// explorer.outcomes { effect in
///   switch effect {
///   case .fetch(let breed): [.answer(.loaded(breed, ["a", "b"])), .answer(.failed(breed), weight: 2)]
///   case .remember: [.end]
///   case .socket: [.send([.connected, .received("hi")], thenEnds: false)]
///   }
/// }
/// ```
public struct Outcome<Action: Sendable>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case answer(Action)
    case send([Action], thenEnds: Bool)
    case end
    case never
  }

  @usableFromInline let kind: Kind
  @usableFromInline let weight: Int

  @inlinable init(_ kind: Kind, _ weight: Int) {
    self.kind = kind
    self.weight = max(1, weight)
  }

  /// The effect's last action and its end in one.
  @inlinable public static func answer(_ action: Action, weight: Int = 1) -> Self {
    Self(.answer(action), weight)
  }

  /// Several actions, between which anything may happen; then the effect ends, or goes on in silence until
  /// it is cancelled.
  @inlinable public static func send(_ actions: [Action], thenEnds: Bool = true, weight: Int = 1) -> Self {
    Self(.send(actions, thenEnds: thenEnds), weight)
  }

  /// The effect ends without a word.
  @inlinable public static var end: Self { Self(.end, 1) }
  /// The effect ends without a word.
  @inlinable public static func end(weight: Int) -> Self { Self(.end, weight) }
  /// The effect neither says anything nor ends until it is cancelled.
  @inlinable public static var never: Self { Self(.never, 1) }
  /// The effect neither says anything nor ends until it is cancelled.
  @inlinable public static func never(weight: Int) -> Self { Self(.never, weight) }

  /// What it says, in order.
  @inlinable var actions: [Action] {
    switch kind {
    case .answer(let action): [action]
    case .send(let actions, _): actions
    case .end, .never: []
    }
  }

  /// The outcome in words: case names alone, so that equal kinds of outcomes are counted together.
  var label: String {
    switch kind {
    case .answer(let action): "answers \(Text.head(action))"
    case .send(let actions, _): "sends \(actions.map { Text.head($0) }.joined(separator: ", "))"
    case .end: "ends"
    case .never: "never ends"
    }
  }
}
