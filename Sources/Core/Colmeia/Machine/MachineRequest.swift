/// A request of a machine to its shell.
public enum MachineRequest<Effect: Sendable>: Sendable {
  /// Begin the effect. The shell responds with any number of `resolve` inputs and exactly one `finish`, or with one
  /// `answer`.
  case start(RequestID, Effect)
  /// Stop the effect, whose further actions are discarded. The shell must still send its `finish` once the effect has
  /// actually stopped. The request may refer to an effect whose `answer` has just been processed and has caused this
  /// cancellation; the effect has already ended, and the shell must do nothing.
  case cancel(RequestID)
  /// Call `fire` once the duration has passed.
  case startTimer(RequestID, Duration)
  /// Cancel the timer. No response is required.
  case cancelTimer(RequestID)
  /// Report a programming error: the machine was asked to do something that it couldn't do.
  case report(StoreProblem)
}

extension MachineRequest: Equatable where Effect: Equatable {}
