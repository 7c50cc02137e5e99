/// How a new effect interacts with other effects of the same id. An id is occupied by the effects that run under it and
/// by the starts that are still waiting.
///
/// | policy ↓ start → | `now` | `after(d)` | `debounce(d)` | `throttle(d)` |
/// |---|---|---|---|---|
/// | `concurrent` | starts immediately | starts after `d` | starts after `d` without another start | the first starts immediately, then the newest at the end of each `d` |
/// | `replace` | cancels all others, starts | cancels all others, starts after `d` | cancels all others, starts after `d` without another start | the first immediately, then the newest; each cancels those commanded before it |
/// | `keep` | starts if the id is free | after `d`: starts if those commanded before it have ended | after `d` without another start: starts if those commanded before it have ended | the first and the newest start only if those commanded before them have ended |
/// | `queue` | starts once all before it have stopped | after `d`: starts once all before it have stopped | after `d` without another start: starts once all before it have stopped | the first and the newest start once all before them have stopped |
///
/// A delayed start considers, when it fires, only the effects that were commanded before it. If an id is used with
/// different policies, the policy of the new command applies.
public enum Policy: Hashable, Sendable, Codable, CaseIterable {
  /// Runs concurrently with other effects of the id.
  case concurrent
  /// Cancels the waiting, running and queued effects of the id: the newest effect wins.
  ///
  /// This happens in the step that requests the effect, and closes the window of a throttle. So nothing older is ever
  /// shown under something newer. Only at the end of a window of ``EffectStart/throttle(_:)`` it happens when the effect
  /// starts; otherwise, in a stream of requests, none would ever finish.
  case replace
  /// Ignores the start while another effect of the id waits or runs: the first effect wins.
  ///
  /// An effect occupies its id until it has ended, which includes the reduction of its last action. So that action
  /// can't restart the effect with `keep`, or start another one of the id. Later actions can, if the work returns its
  /// last action (``Work/answer(_:)-swift.enum.case``). If it sends it instead
  /// (``Work/async(_:)-swift.enum.case``), the id remains occupied until the work returns. Use ``replace`` then, or
  /// ``queue``, which starts once the effect has ended.
  case keep
  /// Starts once all previous effects of the id have stopped. Use it for writes.
  case queue
}

/// When an effect starts.
public enum EffectStart: Hashable, Sendable, Codable {
  /// Immediately, in the step that returns it.
  case now
  /// After the duration.
  case after(Duration)
  /// After the duration, unless another debounced start of the same id arrives first. The waiting start is replaced;
  /// running effects are subject to the ``Policy``.
  case debounce(Duration)
  /// Immediately, then at most once per duration. Of the starts that arrive during a window, only the newest is kept;
  /// it starts at the end of the window.
  case throttle(Duration)

  /// The equivalent start for an effect without an id, which doesn't interact with other effects.
  @inlinable var withoutID: EffectStart {
    if case .debounce(let delay) = self { return .after(delay) }
    if case .throttle = self { return .now }
    return self
  }
}
