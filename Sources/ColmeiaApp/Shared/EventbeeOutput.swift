import Colmeia

/// What a feature that calls Eventbee tells its parent.
public enum EventbeeOutput: Sendable, Equatable {
  /// The server no longer accepts the token.
  case sessionRefused
}

/// An action of a feature that calls Eventbee.
public protocol EventbeeAction {
  /// Why a call failed, if this says that one did.
  var failure: EventbeeFailure? { get }
}

extension Reducer where Action: EventbeeAction, Output == EventbeeOutput {
  /// This feature, which also tells its parent when a call has failed because the server no longer accepts the token.
  public func endingSession() -> MiddlewareReducer<Self> {
    middleware { state, action, next in
      let effects = next.reduce(into: &state, action: action)
      return action.failure == .sessionRefused ? .output(.sessionRefused) + effects : effects
    }
  }
}
