import Colmeia
import ColmeiaSync
import Foundation

/// Accepts connections and does with them what it is told: nothing where nothing is said, so that what is sent to it
/// piles up on the way.
final class RawListener: Sendable {
  private let listener: Int32
  private let open = Guarded([Int32]())
  /// Whether the listener is closed: its number may be another one's.
  private let isClosed = Guarded(false)
  let origin: String

  /// - Parameter body: what is done with a connection, which is closed behind it; without one it stays open.
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

/// Takes at least so many bytes from a connection, unless it ends before.
func listenerReads(_ descriptor: Int32, _ count: Int) {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  var left = count
  while left > 0, case let got = recv(descriptor, &buffer, buffer.count, 0), got > 0 { left -= got }
}
