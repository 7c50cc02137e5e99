import ColmeiaBase
import ColmeiaHTTP
import Foundation
import TestSupport

/// A server on the loopback interface that sends whatever a script tells it to, valid or not. Each connection has its
/// own thread.
final class RawServer: Sendable {
  /// Responds to one request on its connection. It runs on the connection's thread.
  typealias Script = @Sendable (HTTPRequest, RawConnection) -> Void

  private struct Content {
    var open: [Int: RawConnection] = [:]
    var requests: [HTTPRequest] = []
    var isStopped = false
    /// Whether the listener is closed, so its descriptor number may have been reused.
    var isClosed = false
  }

  private let content = Guarded(Content())
  private let listener: Int32
  private let script: Script
  private let remembers: Bool
  let port: UInt16
  /// The number of connections that were accepted, the number that have ended, and the number of requests received.
  let accepted = Tally()
  let ended = Tally()
  let received = Tally()

  /// Creates a server. If `remembers` is true, it keeps every request.
  init(remembers: Bool = true, _ script: @escaping Script) throws {
    self.remembers = remembers
    self.script = script
    (listener, port) = try Self.listen()
    Thread.detachNewThread { self.accept() }
  }

  var origin: String { "http://127.0.0.1:\(port)" }
  var requests: [HTTPRequest] { content.withLock { $0.requests } }

  /// Ends all connections and stops accepting new ones.
  func stop() {
    let open = content.withLock { content in
      content.isStopped = true
      if !content.isClosed { shutdown(listener, CInt(SHUT_RDWR)) }
      return content.open.values.map { $0 }
    }
    for connection in open { connection.end() }
  }

  static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && Glibc.listen(listener, 1_024) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard listener >= 0, isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func accept() {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      // The process of an exit test must not inherit the descriptor.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      accepted.add()
      let number = accepted.value
      let connection = RawConnection(descriptor)
      let isStopped = content.withLock { content in
        content.open[number] = connection
        return content.isStopped
      }
      if isStopped { connection.end() }
      Thread.detachNewThread { self.serve(connection, number) }
    }
    content.withLock { content in
      close(listener)
      content.isClosed = true
    }
  }

  private func serve(_ connection: RawConnection, _ number: Int) {
    while let request = connection.readRequest() {
      if remembers { content.withLock { $0.requests.append(request) } }
      received.add()
      script(request, connection)
    }
    content.withLock { $0.open[number] = nil }
    connection.close()
    ended.add()
  }
}
