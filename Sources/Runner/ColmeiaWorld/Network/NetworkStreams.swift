import ColmeiaBase
import ColmeiaHTTP
import ColmeiaScenario
import ColmeiaTransport

/// A stream transport that goes through a scenario's network.
struct NetworkStreams: StreamTransport {
  let network: ScenarioNetwork
  let base: any StreamTransport
  let device: String

  func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let (number, decision) = network.begin(request, device, isStream: true)
    do throws(TransportError) {
      let stream = try await answer(request, number, decision)
      await network.passes()
      network.record(number) { $0.status = stream.head.status }
      return stream
    } catch {
      await network.passes()
      network.release(number)
      network.record(number) { $0.error = "\(error)" }
      throw error
    }
  }

  private func answer(
    _ request: HTTPRequest, _ number: Int, _ decision: FaultPlan.Decision
  ) async throws(TransportError) -> any ByteStream {
    if let answer = try await network.applyFaults(request, decision) {
      network.release(number)
      return InjectedStream(answer)
    }
    network.enter()
    defer { network.leave() }
    let stream = try await base.open(request)
    if network.attach(number, { stream.close() }) { return NetworkStream(stream, number, request.origin, network) }
    stream.close()
    throw .unreachable(.connectionLost, origin: request.origin)
  }
}

/// A stream that the scenario can cut and whose result it observes.
private final class NetworkStream: ByteStream {
  let head: HTTPResponse
  private let base: any ByteStream
  private let number: Int
  private let origin: String
  private let network: ScenarioNetwork
  /// The beginning of an incomplete line, which the masker has not learned yet.
  private let line = Guarded<[UInt8]>([])
  private static let lineLimit = 64 << 10

  init(_ base: any ByteStream, _ number: Int, _ origin: String, _ network: ScenarioNetwork) {
    head = base.head
    self.base = base
    self.number = number
    self.origin = origin
    self.network = network
    network.masker.learn { $0.learn(base.head.headers) }
  }

  private func learn(_ bytes: [UInt8]) {
    let whole = line.withLock { line in
      line += bytes
      let end = line.lastIndex(of: 10) ?? (line.count > Self.lineLimit ? line.count - 1 : -1)
      defer { line.removeFirst(end + 1) }
      return Array(line[...end])
    }
    if !whole.isEmpty { network.masker.learn { $0.learn(whole) } }
  }

  // The network retains only the base stream, so it can't detect that this one has been released.
  deinit { close() }

  func next() async throws(TransportError) -> [UInt8]? {
    // Rings before the result is returned, so that a condition that is checked then finds the result.
    defer { network.bell.ring() }
    do throws(TransportError) {
      let bytes = try await base.next()
      await network.passes()
      if let bytes {
        learn(bytes)
        return bytes
      }
      network.release(number)
      return nil
    } catch {
      await network.passes()
      let isCut = network.isCut(number)
      network.release(number)
      throw error == .cancelled && isCut && !Task.isCancelled ? .unreachable(.connectionLost, origin: origin) : error
    }
  }

  func close() {
    network.release(number)
    base.close()
  }
}

extension ScenarioNetwork {
  /// A stream or WebSocket that is open or being opened.
  struct Line: Sendable {
    let method: String
    let path: String
    let device: String
    /// Closes the stream or the WebSocket of the underlying transport, once it is open.
    var close: (@Sendable () -> Void)?
    var isCut = false

    init(_ request: HTTPRequest, _ device: String) {
      self.device = device
      method = request.method.rawValue
      path = request.path
    }
  }

  /// Records that a stream or WebSocket is open. Returns `false` if it was cut meanwhile.
  func attach(_ number: Int, _ close: @escaping @Sendable () -> Void) -> Bool {
    content.withLock { content in
      content.lines[number]?.close = close
      return content.lines[number]?.isCut == false
    }
  }

  func isCut(_ number: Int) -> Bool { content.withLock { $0.lines[number]?.isCut == true } }

  /// Forgets a stream or WebSocket that has ended or could not be opened.
  func release(_ number: Int) {
    // It is released outside the lock, because that may close it.
    _ = content.withLock { $0.lines.removeValue(forKey: number) }
  }
}

extension ScenarioNetwork.Content {
  /// Cuts all streams and WebSockets that match the pattern and the device, each if it isn't `nil`. Returns the closures
  /// that close them, in the order in which they were opened.
  mutating func cutLines(_ pattern: RequestPattern?, _ device: String?) -> [@Sendable () -> Void] {
    var open: [@Sendable () -> Void] = []
    for (number, line) in lines.sorted(by: { $0.key < $1.key }) {
      guard pattern?.matches(method: line.method, path: line.path) ?? true, line.device == device ?? line.device
      else { continue }
      lines[number]?.isCut = true
      if let close = line.close { open.append(close) }
    }
    return open
  }
}
