import ColmeiaBase
import Foundation

/// A listener that passes its connections to a function, or leaves them unread so that sent data piles up.
final class RawListener: Sendable {
  private let listener: Int32
  private let open = Guarded([Int32]())
  /// Whether the listener is closed, so its descriptor number may have been reused.
  private let isClosed = Guarded(false)
  let origin: String

  /// - Parameter body: Handles a connection, which is closed afterwards. If it is `nil`, connections stay open.
  init(_ body: (@Sendable (Int32) -> Void)? = nil) throws {
    let (listener, port) = try RawServer.listen()
    self.listener = listener
    origin = "http://127.0.0.1:\(port)"
    Thread.detachNewThread { self.serve(body) }
  }

  private func serve(_ body: (@Sendable (Int32) -> Void)?) {
    while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
      if let body {
        body(descriptor)
        close(descriptor)
      } else {
        open.withLock { $0.append(descriptor) }
      }
    }
    isClosed.withLock { isClosed in
      close(listener)
      isClosed = true
    }
  }

  func stop() {
    isClosed.withLock { if !$0 { shutdown(listener, CInt(SHUT_RDWR)) } }
    let descriptors = open.withLock { open in
      defer { open = [] }
      return open
    }
    for descriptor in descriptors { close(descriptor) }
  }
}

/// Reads at least this many bytes from a connection, unless it ends first.
func listenerReads(_ descriptor: Int32, _ count: Int) {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  var left = count
  while left > 0, case let got = recv(descriptor, &buffer, buffer.count, 0), got > 0 { left -= got }
}
