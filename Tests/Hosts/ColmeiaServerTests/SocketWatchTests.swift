import Foundation
import Testing

@testable import ColmeiaServer

/// Tests that all implementations of socket watching behave alike.
@Suite struct SocketWatchTests {
  /// The names of the implementations.
  static let all: [String] = {
    #if os(Linux)
      ["epoll", "poll"]
    #else
      ["poll"]
    #endif
  }()

  private static func make(_ name: String) throws -> any SocketWatch {
    #if os(Linux)
      if name == "epoll" { return try #require(EpollWatch()) }
    #endif
    return PollWatch()
  }

  private static func happened(_ watch: any SocketWatch) -> [Int32: SocketEvents] {
    var happened: [(socket: Int32, events: SocketEvents)] = [(-1, .broken)]
    watch.wait(&happened, 0)
    return Dictionary(uniqueKeysWithValues: happened.map { ($0.socket, $0.events) })
  }

  @Test(arguments: all) func `Events are reported while they last, and not for sockets that are no longer watched`(
    name: String
  ) throws {
    let watch = try Self.make(name)
    let ((first, firstEnd), (second, secondEnd)) = (try Sockets.makePipe(), try Sockets.makePipe())
    defer { for end in [first, second, secondEnd] { close(end) } }
    #expect(watch.watch(first, .readable) && watch.watch(second, .readable))
    #expect(Self.happened(watch) == [:])
    Sockets.wake(firstEnd)
    Sockets.wake(secondEnd)
    #expect(Self.happened(watch) == [first: .readable, second: .readable])
    #expect(Self.happened(watch) == [first: .readable, second: .readable])
    #expect(watch.watch(second, []))
    #expect(Self.happened(watch) == [first: .readable])
    #expect(watch.watch(second, .readable) && watch.watch(secondEnd, [.readable, .writable]))
    watch.forget(first)
    watch.forget(first)
    #expect(Self.happened(watch) == [second: .readable, secondEnd: .writable])
    #expect(watch.watch(first, []))
    close(firstEnd)
    #expect(Self.happened(watch)[first] == .broken)
  }
}
