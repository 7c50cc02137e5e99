/// The transport of an app's messages to its front end: lines of a pipe, or the queue of the C interface.
package protocol MessageCarrier: Sendable {
  /// Returns whether there is room for news. After returning `false`, the carrier must call
  /// ``FrontEnds/catchUp(_:)`` when there is room again.
  func takesNews() -> Bool
  /// Sends a message. Calls with news don't overlap.
  func send(_ text: String, _ kind: MessageDelivery)
  /// Called in place of sending the whole state, because it can't be encoded now. The carrier need not ask again before
  /// ``takesNews()`` is called.
  func rest()
}

extension MessageCarrier {
  /// Does nothing.
  package func rest() {}
}

/// How a carrier must treat a message.
package enum MessageDelivery: Sendable, Hashable {
  /// A change, a screen or a notice of an effect. It may be dropped, because a later message can replace it.
  case news
  /// The whole state, which replaces dropped news.
  case whole
  /// A message that must be delivered.
  case needed
  /// A request to the front end to perform the effect with this number.
  case request(UInt64)
  /// The cancellation of the effect with this number.
  case cancellation(UInt64)
}

/// The app's side of the communication with a front end, independent of the app's type.
package protocol FrontEndSession: Sendable {
  /// Processes a message. Returns `false` if it is the last.
  ///
  /// - Parameters:
  ///   - content: The message, in UTF-8.
  ///   - number: The number of the message, counted from 1.
  func receive(_ content: [UInt8], number: Int) -> Bool
  /// Calls `body` once everything that was sent before has been reduced, and the clock has been moved as far as asked.
  func whenIdle(_ body: @escaping @Sendable () -> Void)
  /// Stops the app, and waits until all its effects have stopped.
  func stop() async
}
