/// The observer of a store.
///
/// The reducing thread calls it for every event, in order and without holding a lock, with the state after the event.
/// Use it for logging, recording, reports and developer tools.
///
/// The closure must return quickly. It must not retain the state longer than necessary, because the next change would
/// copy the data that is still in use. It may send actions, which are reduced later.
public typealias Trace<R: Reducer> =
  @Sendable (_ event: TraceEvent<R.Action, R.Effect>, _ state: borrowing R.State) -> Void

/// An event in a store.
public enum TraceEvent<Action: Sendable, Effect: Sendable>: Sendable {
  /// The store was created. The requests start the effects that the initial state requires.
  case began([MachineRequest<Effect>])
  /// An input was processed.
  case step(TraceStep<Action, Effect>)
  /// The number of sent actions that were refused since the last event, because the queue was full.
  case refused(Int)
}

/// An input of a store, and its results.
public struct TraceStep<Action: Sendable, Effect: Sendable>: Sendable {
  /// The input. Its request, if it has one, is the cause of the step.
  public let input: MachineInput<Action>
  /// Where a sent action comes from; `nil` for any other input.
  public let site: SendSite?
  /// The number of actions that have been reduced so far. If the input carries an action that was reduced, this is the
  /// number of that action.
  public let sequence: UInt64
  /// Whether the input was discarded: an action of an effect that has ended or was cancelled, or an action after the
  /// store was stopped.
  public let isDiscarded: Bool
  /// The outputs of this step: those of the root feature, and those of children, whose parents have already reduced
  /// them.
  public let outputs: [MachineOutput]
  /// The requests that resulted from the input.
  public let requests: [MachineRequest<Effect>]
  /// The starts that were delayed, queued, dropped or ignored.
  @usableFromInline package let waits: [WaitEvent<Effect>]
  /// The effects that were not started, because other effects of their ids wait or run; see ``Policy/keep``.
  public var ignored: [Effect] { waits.compactMap { if case .ignored(let effect) = $0 { effect } else { nil } } }
  /// The time since the creation of the store, measured by its clock.
  public let time: Duration

  @inlinable init(
    _ input: MachineInput<Action>, _ site: SendSite?, _ sequence: UInt64, isDiscarded: Bool, _ outputs: [MachineOutput],
    _ requests: [MachineRequest<Effect>], _ waits: [WaitEvent<Effect>], _ time: Duration
  ) {
    (self.input, self.site, self.sequence, self.isDiscarded) = (input, site, sequence, isDiscarded)
    (self.outputs, self.requests, self.waits, self.time) = (outputs, requests, waits, time)
  }
}
