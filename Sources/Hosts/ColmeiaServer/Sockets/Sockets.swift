import ColmeiaBase

/// The sockets of the operating system.
package final class Sockets: SocketSystem {
  private let watch: any SocketWatch = makeWatch()

  /// Returns the most efficient implementation that is available.
  private static func makeWatch() -> any SocketWatch {
    #if os(Linux)
      if let watch = EpollWatch() { return watch }
    #endif
    return PollWatch()
  }

  /// Creates a socket that listens at an address of this machine.
  static func makeListener(_ address: String, _ port: UInt16) throws(ServerError) -> (socket: Int32, port: UInt16) {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let number = socket(AF_INET, type, 0)
    guard number >= 0 else { throw .system(operation: "socket", number: errno) }
    do throws(ServerError) {
      try prepare(number)
      var yes: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      return (number, try bindListener(number, address, port))
    } catch {
      discard(number)
      throw error
    }
  }

  private static func bindListener(_ number: Int32, _ text: String, _ port: UInt16) throws(ServerError) -> UInt16 {
    var address = sockaddr_in()
    guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { throw .noAddress(text) }
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) { address -> Int32 in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        if bind(number, address, length) != 0 || listen(number, 1_024) != 0 { return errno }
        return getsockname(number, address, &length) == 0 ? 0 : errno
      }
    }
    switch failed {
    case 0: return UInt16(bigEndian: address.sin_port)
    case EADDRINUSE: throw .portInUse(port)
    case EACCES: throw .denied(port)
    case EADDRNOTAVAIL: throw .noAddress(text)
    default: throw .system(operation: "bind", number: failed)
    }
  }

  /// Makes a descriptor non-blocking and not inherited by child processes.
  static func prepare(_ number: Int32) throws(ServerError) {
    guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else {
      throw .system(operation: "fcntl", number: errno)
    }
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Returns the machine's time, in seconds since 1970.
  static let date: @Sendable () -> Int = { time(nil) }

  package func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool) {
    let number = systemAccept(listener, nil, nil)
    if number < 0 { return (nil, errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) }
    do throws(ServerError) { try Self.prepare(number) } catch {
      close(number)
      return (nil, false)
    }
    var yes: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return (number, false)
  }

  package func read(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer {
    let transfer = Self.transfer { recv(number, buffer.baseAddress, buffer.count, 0) }
    return transfer == .bytes(0) ? .ended : transfer
  }

  package func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return Self.transfer { send(number, bytes.baseAddress, bytes.count, flags) }
  }

  /// Makes a system call and repeats it if a signal interrupts it.
  private static func transfer(_ call: () -> Int) -> SocketTransfer {
    while true {
      let count = call()
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
    }
  }

  package func endOutput(_ number: Int32) { shutdown(number, Int32(SHUT_WR)) }

  package func close(_ number: Int32) {
    watch.forget(number)
    _ = systemClose(number)
  }

  /// Closes a descriptor that isn't watched.
  static func discard(_ number: Int32) { _ = systemClose(number) }

  /// Creates a pipe. Bytes that are written to the second descriptor can be read from the first.
  static func makePipe() throws(ServerError) -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system(operation: "pipe", number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }

  static func wake(_ end: Int32) {
    var byte: UInt8 = 1
    _ = systemWrite(end, &byte, 1)
  }

  package func drain(_ end: Int32) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while systemRead(end, &bytes, bytes.count) > 0 {}
  }

  package func watch(_ number: Int32, _ events: SocketEvents) -> Bool { watch.watch(number, events) }

  package func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
    watch.wait(&happened, milliseconds)
  }
}

private func systemAccept(
  _ number: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(number, address, length) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(number, buffer, count)
}
