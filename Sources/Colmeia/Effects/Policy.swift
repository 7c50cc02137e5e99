/// What a start does to the other effects of its id. An id is occupied by what runs under it and by the
/// starts that still wait.
///
/// | policy ↓ start → | `now` | `after(d)` | `debounce(d)` | `throttle(d)` |
/// |---|---|---|---|---|
/// | `concurrent` | starts beside the others | starts `d` later beside the others | starts when `d` has passed without another | first at once, then the newest at the end of each `d` |
/// | `replace` | cancels what is there, starts | `d` later: cancels what came before it, starts | when quiet for `d`: cancels what came before it, starts | first at once, then the newest; each cancels what came before it |
/// | `keep` | starts if the id is free | `d` later: starts if nothing before it is left | when quiet for `d`: starts if nothing before it is left | first and newest start only if nothing before them is left |
/// | `queue` | starts when all before it have stopped | `d` later: starts when all before it have stopped | when quiet for `d`: starts when all before it have stopped | first and newest start when all before them have stopped |
///
/// A start that waited looks, when it fires, only at what was commanded before it. When one id is used
/// with two policies, the incoming command's rules.
public enum Policy: Hashable, Sendable, Codable {
  /// Runs beside whatever else the id holds.
  case concurrent
  /// The newest wins: what waits, runs or is queued under the id is cancelled.
  case replace
  /// The first wins: the start is ignored while anything waits or runs under the id.
  ///
  /// An effect runs until it has ended, also while its last action is reduced. So an effect cannot be started again with
  /// `keep` by what it has itself sent last, whether its work answers at once or sends and then returns: use ``replace``, or
  /// ``queue``, which begins when it has ended.
  case keep
  /// One after the other: begins when everything before it has really stopped. For writes.
  case queue
}

/// When an effect with an id starts.
public enum EffectStart: Hashable, Sendable, Codable {
  /// In the step that returns it.
  case now
  /// Once the duration has passed.
  case after(Duration)
  /// Once the duration has passed without another debounced start of the same id; only the waiting start
  /// is replaced, what runs is left to the ``Policy``.
  case debounce(Duration)
  /// At once, then at most once per duration: what comes meanwhile waits, the newest alone, for the end
  /// of the window. The id holds its window open to its end also when nothing else comes.
  case throttle(Duration)

  /// When an effect starts that has no id, and so meets no other.
  @inlinable var withoutID: EffectStart {
    if case .debounce(let delay) = self { return .after(delay) }
    if case .throttle = self { return .now }
    return self
  }
}
