/// How much a server of pages takes.
package struct WebLimits: Sendable {
  /// Sessions at a time; a tab that wants another one is told to wait, and one in which nobody is goes first.
  package var sessions = 32
  /// Tabs of one session.
  package var tabs = 16
  /// How long a session stays when its last tab has gone.
  package var rest = Duration.seconds(300)
  /// Bytes of a message.
  package var message = 1 << 20
  /// Messages that a session has not heard yet, and their bytes.
  package var unheard = 1_024, unheardBytes = 4 << 20
  /// Bytes of a file.
  package var upload = 5 << 20
  /// Bytes that a tab has not read; at more it is cut off, and comes back.
  package var unread = 16 << 20
  /// How often tabs are asked whether they are there. Who does not answer until the next time has gone.
  package var beat = Duration.seconds(30)

  /// The usual ones.
  package init() {}
}
