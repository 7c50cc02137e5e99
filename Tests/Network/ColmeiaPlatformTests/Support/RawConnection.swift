import ColmeiaBase
import ColmeiaHTTP
import Foundation

/// The server's end of one connection. Blocking methods are called only by the thread of the connection.
final class RawConnection: Sendable {
  private let descriptor: Int32
  private let rest = Guarded([UInt8]())
  private let isOver = Guarded(false)
  /// Whether the descriptor is closed. Another thread must not shut down a descriptor whose number has been reused.
  private let isClosed = Guarded(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends the bytes, and returns whether the client accepted them.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a response with a `Content-Length`.
  func answer(_ status: Int, _ headers: [String] = [], body: [UInt8] = []) {
    let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)"] + headers
    send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  func answer(_ status: Int, _ headers: [String] = [], text: String) {
    answer(status, headers, body: Array(text.utf8))
  }

  /// Waits until the client closes the connection, or the server is stopped.
  func waitForEnd() { while receive() != nil {} }

  /// Shuts the connection down. Its thread then closes the descriptor.
  func end() { isClosed.withLock { if !$0 { shutdown(descriptor, CInt(SHUT_RDWR)) } } }

  /// Makes the client see a connection reset once the thread of the connection is done.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    isOver.withLock { $0 = true }
  }

  func close() {
    isClosed.withLock { isClosed in
      Glibc.close(descriptor)
      isClosed = true
    }
  }

  /// The next request, or `nil` at the end of the connection.
  func readRequest() -> HTTPRequest? {
    if isOver.withLock({ $0 }) { return nil }
    let end = Array("\r\n\r\n".utf8)
    var bytes = takeRest()
    var head: Range<Int>?
    while head == nil {
      head = bytes.firstRange(of: end)
      if head == nil {
        guard let more = receive() else { return nil }
        bytes += more
        // A TLS handshake, which this server does not speak.
        if bytes.first == 0x16 { return nil }
      }
    }
    guard let head else { return nil }
    var request = Self.parse(bytes[..<head.lowerBound])
    let length = Int(request.headers["Content-Length"] ?? "0") ?? 0
    while bytes.count < head.upperBound + length {
      guard let more = receive() else { return nil }
      bytes += more
    }
    request.body = Array(bytes[head.upperBound..<head.upperBound + length])
    rest.withLock { $0 = Array(bytes[(head.upperBound + length)...]) }
    return request
  }

  /// Ends the server's output. The client may still send.
  func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// The next bytes, or `nil` at the end of the connection.
  func receive() -> [UInt8]? {
    let before = takeRest()
    if !before.isEmpty { return before }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Returns the bytes received after the last request, and removes them.
  private func takeRest() -> [UInt8] {
    rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
  }

  private static func parse(_ head: ArraySlice<UInt8>) -> HTTPRequest {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      headers.add(String(field[0]), field[1].trimmingCharacters(in: .whitespaces))
    }
    return HTTPRequest(
      HTTPMethod(rawValue: words[0]), path: target[0], query: target.count > 1 ? target[1] : nil, headers: headers)
  }
}
