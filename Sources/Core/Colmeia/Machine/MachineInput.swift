/// An input of a machine. A run can be repeated from its inputs, in order.
public enum MachineInput<Action: Sendable>: Sendable {
  /// Send an action from outside.
  case send(Action)
  /// Reduce an action of a running effect.
  case resolve(RequestID, Action)
  /// Reduce the last action of a running effect, and end the effect.
  case answer(RequestID, Action)
  /// Record that an effect has ended, or has stopped after its cancellation.
  case finish(RequestID)
  /// Record that a timer has fired.
  case fire(RequestID)
  /// Shut the machine down. No action is reduced from then on.
  case shutDown
}

extension MachineInput: Equatable where Action: Equatable {}
