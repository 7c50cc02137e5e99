import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that sends just the bytes that a test wants. It waits at most ten seconds for anything.
final class RawClient {
  struct Failure: Error, CustomStringConvertible { var description: String }

  private var socket: Int32
  private var read: [UInt8] = []

  init(_ port: UInt16) throws {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
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
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  func close() {
    if socket >= 0 { _ = Foundation.close(socket) }
    socket = -1
  }

  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(description: "not sent: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything up to and with `text`.
  func read(until text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      if let end = Self.end(of: wanted, in: read) {
        defer { read.removeFirst(end) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      guard try receive() else {
        throw Failure(description: "ended before '\(text)': \(String(decoding: read, as: UTF8.self))")
      }
    }
  }

  /// Everything up to the end of the connection.
  func readAll(orReset: Bool = false) throws -> String {
    do { while try receive() {} } catch { if !orReset { throw error } }
    defer { read = [] }
    return String(decoding: read, as: UTF8.self)
  }

  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(description: "nothing to read: \(errno)") }
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

  /// How many sockets of this machine that somebody holds have this port on their side.
  static func openSockets(at port: UInt16) -> Int {
    let table = kernelText("/proc/self/net/tcp")
    let end = ":" + String(port, radix: 16, uppercase: true)
    return table.split(separator: "\n").dropFirst().count { line in
      let fields = line.split(separator: " ")
      // A socket that nobody holds has no inode.
      return fields.count > 9 && fields[1].hasSuffix(end) && fields[9] != "0"
    }
  }

  /// A text of the kernel. It comes in pieces of any size, so only an empty one is the end.
  private static func kernelText(_ path: String) -> String {
    let file = Foundation.open(path, O_RDONLY)
    defer { _ = Foundation.close(file) }
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Lets this process open as many files as it may.
  static func raiseLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    getrlimit(resource, &limit)
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(resource, &limit)
  }
}
