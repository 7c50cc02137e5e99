/// A possible outcome of an effect.
///
/// ```swift
/// explorer.outcomes { effect in
///   switch effect {
///   case .fetch(let breed): [.answer(.loaded(breed, ["a", "b"])), .answer(.failed(breed), weight: 2)]
///   case .remember: [.finish]
///   case .socket: [.resolve([.connected, .received("hi")])]
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
/// The change is made when the effect reaches the server. The answer arrives then or later.
public struct Outcome<Action: Sendable, Server: Sendable>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case answer(Action)
    case resolve([Action], thenEnds: Bool)
    case end
    case never

    /// Whether nothing of the outcome remains after the effect's next step.
    @inlinable var isImmediate: Bool {
      switch self {
      case .answer, .end: true
      case .resolve, .never: false
      }
    }
  }

  /// A change of the server by an outcome.
  public typealias Change = @Sendable (inout Server) -> Void

  @usableFromInline let kind: Kind
  @usableFromInline let weight: Int
  @usableFromInline let change: Change?

  @inlinable init(_ kind: Kind, _ weight: Int, _ change: Change?) {
    self.kind = kind
    self.weight = max(1, weight)
    self.change = change
  }

  /// Returns an outcome in which the effect sends its last action and ends.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - weight: How often the outcome is chosen, relative to the effect's others; at least 1.
  ///   - change: Changes the server when the outcome is chosen.
  @inlinable public static func answer(_ action: Action, weight: Int = 1, _ change: Change? = nil) -> Self {
    Self(.answer(action), weight, change)
  }

  /// Returns an outcome in which the effect sends several actions, with other steps in between. Then it continues
  /// without sending anything until it is cancelled, or ends.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - thenEnds: Whether the effect ends after the last action.
  ///   - weight: How often the outcome is chosen, relative to the effect's others; at least 1.
  ///   - change: Changes the server when the outcome is chosen.
  @inlinable public static func resolve(
    _ actions: [Action], thenEnds: Bool = false, weight: Int = 1, _ change: Change? = nil
  ) -> Self {
    Self(.resolve(actions, thenEnds: thenEnds), weight, change)
  }

  /// An outcome in which the effect ends without an action.
  @inlinable public static var finish: Self { Self(.end, 1, nil) }
  /// Returns an outcome in which the effect ends without an action.
  ///
  /// - Parameters:
  ///   - weight: How often the outcome is chosen, relative to the effect's others; at least 1.
  ///   - change: Changes the server when the outcome is chosen.
  @inlinable public static func finish(weight: Int = 1, _ change: Change? = nil) -> Self { Self(.end, weight, change) }
  /// An outcome in which the effect neither sends an action nor ends until it is cancelled.
  @inlinable public static var never: Self { Self(.never, 1, nil) }

  /// The name of the outcome. It contains only case names, so that outcomes of the same kind are counted together.
  var label: String {
    switch kind {
    case .answer(let action): "answers \(Text.head(action))"
    case .resolve(let actions, _): Self.label(ofSent: actions.map { Text.head($0) })
    case .end: "finishes"
    case .never: "never ends"
    }
  }

  @usableFromInline static func label(ofSent names: [String]) -> String { "sends \(names.joined(separator: ", "))" }
}
