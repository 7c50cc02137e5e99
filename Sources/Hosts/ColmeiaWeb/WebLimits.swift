/// The limits of a web server.
package struct WebLimits: Sendable {
  /// The maximum number of sessions. If a tab asks for another one, it is told to retry, and the session that has been
  /// without tabs the longest is ended.
  package var sessions = 32
  /// The maximum number of tabs in one session.
  package var tabs = 16
  /// How long a session is kept after its last tab has gone.
  package var rest = Duration.seconds(300)
  /// The maximum number of bytes in one message, which `session.js` knows, too.
  package var message = 1 << 20
  /// The number of messages that a session has not processed, and of their bytes, from which its tabs are not read until
  /// half of them are left.
  package var pending = 1_024, pendingBytes = 4 << 20
  /// The maximum number of bytes in one uploaded file.
  package var upload = 5 << 20
  /// The maximum number of bytes that a tab has not read. A tab that exceeds it is disconnected and may reconnect.
  package var unread = 16 << 20
  /// The interval between pings. A tab that has sent nothing by the next ping is disconnected.
  package var beat = Duration.seconds(30)

  /// Creates the default limits.
  package init() {}
}
