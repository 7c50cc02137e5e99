/// The observer of a store: called for every event, in order, by the reducing thread and outside every
/// lock, with the state after the event. Logs, recordings, reports and developer tools hang on it.
///
/// It must be quick, must not keep the state longer than it needs it (a kept state makes the next change
/// copy what it changes), and may send actions, which are reduced later.
public typealias Trace<R: Reducer> =
  @Sendable (_ event: TraceEvent<R.Action, R.Effect>, _ state: borrowing R.State) -> Void

/// Something that happened in a store.
public enum TraceEvent<Action: Sendable, Effect: Sendable>: Sendable {
  /// The store began; these are the requests for what the first state needs to be running.
  case began([MachineRequest<Effect>])
  /// An input was taken.
  case step(TraceStep<Action, Effect>)
  /// So many sent actions were refused since the last event, because the queue was full.
  case refused(Int)
}

/// One input of a store and what followed.
public struct TraceStep<Action: Sendable, Effect: Sendable>: Sendable {
  /// What came in. Its request, if it has one, is the cause.
  public let input: MachineInput<Action>
  /// How many actions have been reduced; the number of this step's action if it carried one.
  public let sequence: UInt64
  /// Whether the input was discarded: an action of an effect that was cancelled or has ended, or an action
  /// after the store was stopped.
  public let isDiscarded: Bool
  /// What was told in this step: by the feature itself, or by a child whose parent has reduced it.
  public let outputs: [MachineOutput]
  /// What the reducer asked for.
  public let requests: [MachineRequest<Effect>]
  /// When, counted from the store's beginning by its clock.
  public let time: Duration

  @inlinable init(
    _ input: MachineInput<Action>, _ sequence: UInt64, isDiscarded: Bool, _ outputs: [MachineOutput],
    _ requests: [MachineRequest<Effect>], _ time: Duration
  ) {
    (self.input, self.sequence, self.isDiscarded) = (input, sequence, isDiscarded)
    (self.outputs, self.requests, self.time) = (outputs, requests, time)
  }
}
