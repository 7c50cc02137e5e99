/// One input of a machine. The inputs of a run, in order, are all that is needed to repeat it.
public enum MachineInput<Action: Sendable>: Sendable {
  /// An action from outside.
  case send(Action)
  /// An action of a running effect.
  case resolve(RequestID, Action)
  /// The last action of a running effect, and its end.
  case answer(RequestID, Action)
  /// An effect ended, or stopped after its cancellation.
  case finish(RequestID)
  /// A timer's time came.
  case fire(RequestID)
  /// Nothing is reduced any more.
  case shutDown
}

extension MachineInput: Equatable where Action: Equatable {}

extension Machine {
  /// Takes one input: the same as the method of that name.
  @inlinable public mutating func take(_ input: MachineInput<R.Action>) {
    switch input {
    case .send(let action): send(action)
    case .resolve(let id, let action): resolve(id, action)
    case .answer(let id, let action): answer(id, action)
    case .finish(let id): finish(id)
    case .fire(let id): fire(id)
    case .shutDown: shutDown()
    }
  }
}
