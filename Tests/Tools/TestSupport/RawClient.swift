import Foundation

/// A client that sends exactly the bytes that a test specifies. It blocks its thread for up to two minutes, so it is
/// for suites with the trait ``Testing/Trait/blocking``.
package final class RawClient {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
    package init(description: String) { self.description = description }
  }

  private var socket: Int32
  private var read: [UInt8] = []

  package init(_ port: UInt16) throws {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "no connection: \(errno)") }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  package func close() {
    if socket >= 0 { _ = Foundation.close(socket) }
    socket = -1
  }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(description: "not sent: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns everything up to and including `text`.
  package func read(until text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      if let end = Self.end(of: wanted, in: read) {
        defer { read.removeFirst(end) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      guard try receive("'\(text)'") else {
        throw Failure(description: "ended before '\(text)': \(String(decoding: read, as: UTF8.self))")
      }
    }
  }

  /// Returns `count` bytes.
  package func read(count: Int) throws -> [UInt8] {
    while read.count < count {
      guard try receive("\(count) bytes") else {
        throw Failure(description: "ended after \(read.count) of \(count) bytes")
      }
    }
    defer { read.removeFirst(count) }
    return Array(read[..<count])
  }

  /// Returns everything up to the end of the connection.
  package func readAll(orReset: Bool = false) throws -> String {
    do { while try receive("the end") {} } catch { if !orReset { throw error } }
    defer { read = [] }
    return String(decoding: read, as: UTF8.self)
  }

  private func receive(_ wanted: @autoclosure () -> String) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else {
      let text = String(decoding: read, as: UTF8.self)
      throw Failure(description: "error \(errno) while waiting for \(wanted()); received so far: \(text)")
    }
    read += buffer[..<count]
    return count > 0
  }

  private static func end(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...bytes.count - wanted.count where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return start + wanted.count
    }
    return nil
  }

  /// Returns the number of this process's sockets with this local port.
  package static func openSockets(at port: UInt16) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.count { localPort($0) == port }
  }

  private static func localPort(_ descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isSocket = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    return isSocket && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
  }
}
