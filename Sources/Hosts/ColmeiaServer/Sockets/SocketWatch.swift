import ColmeiaBase

#if os(Linux)
  import CEpoll
#endif

/// A set of watched sockets and their events.
protocol SocketWatch: AnyObject {
  /// Replaces the events for which a socket is watched. Returns whether that succeeded.
  func watch(_ socket: Int32, _ events: SocketEvents) -> Bool
  /// Stops watching a socket.
  func forget(_ socket: Int32)
  /// Waits for events as ``SocketSystem/wait(_:_:)`` does.
  func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32)
}

#if os(Linux)
  /// A set of watched sockets that the kernel maintains.
  ///
  /// - Complexity: A wait is O(sockets with events).
  final class EpollWatch: SocketWatch {
    private let epoll: Int32
    private var known: Set<Int32> = []
    private var found = [colmeia_epoll_event](repeating: colmeia_epoll_event(), count: 256)

    /// Creates an epoll set, or returns `nil` if no descriptor is available.
    init?() {
      epoll = colmeia_epoll_make()
      if epoll < 0 { return nil }
    }

    deinit { close(epoll) }

    func watch(_ socket: Int32, _ events: SocketEvents) -> Bool {
      let isNew = known.insert(socket).inserted
      if colmeia_epoll_watch(epoll, socket, UInt32(events.rawValue), isNew ? 1 : 0) == 0 { return true }
      if isNew { known.remove(socket) }
      return false
    }

    func forget(_ socket: Int32) { if known.remove(socket) != nil { colmeia_epoll_forget(epoll, socket) } }

    func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
      happened.removeAll(keepingCapacity: true)
      let count = colmeia_epoll_wait(epoll, &found, Int32(found.count), milliseconds)
      for event in found.prefix(Int(count)) {
        happened.append((event.descriptor, SocketEvents(rawValue: UInt8(truncatingIfNeeded: event.events))))
      }
    }
  }
#endif

/// A set of watched sockets that is passed to each call of `poll`, for systems without epoll.
///
/// - Complexity: A wait is O(sockets).
final class PollWatch: SocketWatch {
  private var entries: [pollfd] = []
  private var positions: [Int32: Int] = [:]

  func watch(_ socket: Int32, _ events: SocketEvents) -> Bool {
    let wanted = Int16(events.contains(.readable) ? POLLIN : 0) | Int16(events.contains(.writable) ? POLLOUT : 0)
    if let position = positions[socket] {
      entries[position].events = wanted
    } else {
      positions[socket] = entries.count
      entries.append(pollfd(fd: socket, events: wanted, revents: 0))
    }
    return true
  }

  func forget(_ socket: Int32) {
    guard let position = positions.removeValue(forKey: socket), let last = entries.popLast(), last.fd != socket else {
      return
    }
    entries[position] = last
    positions[last.fd] = position
  }

  func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
    happened.removeAll(keepingCapacity: true)
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return }
    for entry in entries where entry.revents != 0 {
      var events: SocketEvents = []
      if entry.revents & Int16(POLLIN) != 0 { events.insert(.readable) }
      if entry.revents & Int16(POLLOUT) != 0 { events.insert(.writable) }
      if entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { events.insert(.broken) }
      happened.append((entry.fd, events))
    }
  }
}
