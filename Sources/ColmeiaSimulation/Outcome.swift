/// One way in which an effect may turn out.
///
/// ```swift
/// explorer.outcomes { effect in
///   switch effect {
///   case .fetch(let breed): [.answer(.loaded(breed, ["a", "b"])), .answer(.failed(breed), weight: 2)]
///   case .remember: [.finish]
///   case .socket: [.resolve([.connected, .received("hi")], thenEnds: false)]
///   }
/// }
/// ```
///
/// With a model of the server, an outcome may depend on it and change it:
///
/// ```swift
/// explorer.outcomes { effect, server in
///   switch effect {
///   case .save(let text): [.answer(.saved) { $0.text = text }, .answer(.failed)]
///   case .load: [.answer(.loaded(server.text))]
///   }
/// }
/// ```
///
/// The change happens when the effect reaches the server, and its answer comes then or later.
public struct Outcome<Action: Sendable, Server: Sendable>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case answer(Action)
    case resolve([Action], thenEnds: Bool)
    case end
    case never

    /// Whether nothing of it is left once the effect has gone on.
    @inlinable var isSaidAtOnce: Bool {
      switch self {
      case .answer, .end: true
      case .resolve, .never: false
      }
    }
  }

  /// What an outcome does to the server.
  public typealias Change = @Sendable (inout Server) -> Void

  @usableFromInline let kind: Kind
  @usableFromInline let weight: Int
  @usableFromInline let change: Change?

  @inlinable init(_ kind: Kind, _ weight: Int, _ change: Change?) {
    self.kind = kind
    self.weight = max(1, weight)
    self.change = change
  }

  /// The effect's last action and its end in one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - weight: How often, compared with the other outcomes of the effect; at least 1.
  ///   - change: What it does to the server when it is chosen.
  @inlinable public static func answer(_ action: Action, weight: Int = 1, _ change: Change? = nil) -> Self {
    Self(.answer(action), weight, change)
  }

  /// Several actions, between which anything may happen; then the effect ends, or goes on in silence until
  /// it is cancelled.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - thenEnds: Whether the effect ends after the last one.
  ///   - weight: How often, compared with the other outcomes of the effect; at least 1.
  ///   - change: What it does to the server when it is chosen.
  @inlinable public static func resolve(
    _ actions: [Action], thenEnds: Bool = true, weight: Int = 1, _ change: Change? = nil
  ) -> Self {
    Self(.resolve(actions, thenEnds: thenEnds), weight, change)
  }

  /// The effect ends without an action.
  @inlinable public static var finish: Self { Self(.end, 1, nil) }
  /// The effect ends without an action.
  @inlinable public static func finish(weight: Int = 1, _ change: Change? = nil) -> Self { Self(.end, weight, change) }
  /// The effect neither says anything nor ends until it is cancelled.
  @inlinable public static var never: Self { Self(.never, 1, nil) }
  /// The effect neither says anything nor ends until it is cancelled.
  @inlinable public static func never(weight: Int = 1, _ change: Change? = nil) -> Self { Self(.never, weight, change) }

  /// The outcome in words: case names alone, so that equal kinds of outcomes are counted together.
  var label: String {
    switch kind {
    case .answer(let action): "answers \(Text.head(action))"
    case .resolve(let actions, _): "sends \(actions.map { Text.head($0) }.joined(separator: ", "))"
    case .end: "finishes"
    case .never: "never ends"
    }
  }
}
