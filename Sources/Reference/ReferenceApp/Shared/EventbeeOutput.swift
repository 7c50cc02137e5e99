import Colmeia

/// The outputs of a feature that uses Eventbee.
public enum EventbeeOutput: Sendable, Equatable {
  /// The server no longer accepts the token.
  case sessionRefused
}

/// An action of a feature that uses Eventbee.
public protocol EventbeeAction {
  /// The failure of the request, if this action reports one.
  var failure: EventbeeFailure? { get }
}

extension Reducer where Action: EventbeeAction, Output == EventbeeOutput {
  /// Returns this reducer, extended to emit ``EventbeeOutput/sessionRefused`` when an action reports that the server no
  /// longer accepts the token.
  func endingSession() -> MiddlewareReducer<Self> {
    middleware { state, action, next in
      let effects = next.reduce(into: &state, action: action)
      return action.failure == .sessionRefused ? .output(.sessionRefused) + effects : effects
    }
  }
}
