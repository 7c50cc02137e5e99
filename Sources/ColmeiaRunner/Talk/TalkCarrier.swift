/// What carries an app's messages to its front end: lines of a pipe, or the queue of the C interface.
package protocol TalkCarrier: Sendable {
  /// Whether there is room for news now. A carrier that answers `false` calls ``Teller/catchUp()`` once there is.
  func takesNews() -> Bool
  /// Carries a message. Called one at a time for news.
  func put(_ text: String, _ kind: TalkKind)
}

/// What a message is to its carrier.
package enum TalkKind: Sendable, Hashable {
  /// What has changed, is shown or begins: another message can take its place.
  case news
  /// The whole state, in the place of the news for which there was no room.
  case whole
  /// It must arrive.
  case needed
  /// The front end is asked to carry out the effect of this number.
  case request(UInt64)
  /// The effect of this number is not wanted any more.
  case cancellation(UInt64)
}

/// The app's side of a talk with a front end, whatever the app is.
package protocol Talk: Sendable {
  /// Does what a message says, the `number`th of the front end's; `false` when it is the last.
  func take(_ content: [UInt8], number: Int) -> Bool
  /// Calls `body` once nothing is left to reduce of what was said before.
  func whenIdle(_ body: @escaping @Sendable () -> Void)
  /// Stops the app, and waits until all its effects have stopped.
  func stop() async
}
