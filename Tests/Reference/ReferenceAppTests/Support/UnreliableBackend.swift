import ColmeiaBase
import TestSupport

@testable import ReferenceApp
@testable import ReferenceBackend

/// The project's own back end, to which some requests, and from which some responses are lost. One request can be held
/// up until the app cancels it or the test lets it go. Then it's lost, or its response arrives, which may be outdated.
final class UnreliableBackend: Transport {
  private struct Content: Sendable {
    var model = BackendModel()
    var random: SplitMix
    var isReliable = false
    var requests = 0
    /// The number of the request to hold up, and whether the back end handles it.
    var hold: (number: Int, isHandled: Bool)?
    var held: AsyncStream<Never>.Continuation?
    var edit: (@Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse)?
  }

  private enum Fate {
    case answered(HTTPResponse)
    case lost
    case held(AsyncStream<Never>, HTTPResponse?)
  }

  private let content: Guarded<Content>
  /// Rings when a request is held up.
  private let bell: Bell

  init(seed: UInt64, bell: Bell = Bell()) {
    content = Guarded(Content(random: SplitMix(state: seed)))
    self.bell = bell
  }

  var isReliable: Bool {
    get { content.withLock { $0.isReliable } }
    set { content.withLock { $0.isReliable = newValue } }
  }

  /// Whether a request is being held up.
  var isHolding: Bool { content.withLock { $0.held != nil } }
  /// The time, in seconds since 1970.
  var date: Int { content.withLock { $0.model.date } }

  /// Reads or changes the back end, as another device would.
  func withModel<Result: Sendable>(_ body: @Sendable (inout BackendModel) -> Result) -> Result {
    content.withLock { body(&$0.model) }
  }

  /// Changes each response.
  func editResponses(_ edit: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse) {
    content.withLock { $0.edit = edit }
  }

  /// Holds up the request that follows this many others.
  func holdRequest(after others: Int, isHandled: Bool) {
    content.withLock { $0.hold = ($0.requests + others, isHandled) }
  }

  /// Lets go of the request that is being held up.
  func release() {
    content.withLock { content in
      content.held?.finish()
      (content.hold, content.held) = (nil, nil)
    }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var request = request
    if request.headers["Host"] == nil { request.headers["Host"] = String(request.origin.dropFirst("http://".count)) }
    let fate = content.withLock { Self.fate(of: request, &$0) }
    switch fate {
    case .answered(let response): return response
    case .lost: throw .offline
    case .held(let stream, let response):
      bell.ring()
      for await _ in stream {}
      if Task.isCancelled { throw .cancelled }
      guard let response else { throw .offline }
      return response
    }
  }

  private static func fate(of request: HTTPRequest, _ content: inout Content) -> Fate {
    let loss = content.isReliable ? 9 : content.random.below(8)
    let hold = content.hold.flatMap { $0.number == content.requests ? $0 : nil }
    content.requests += 1
    var response: HTTPResponse?
    if hold?.isHandled ?? (loss > 0) {
      // Without this, the responses that follow within five seconds would have no token of the album's.
      content.model.date += 10
      content.model.tokens += 1
      let answer = content.model.answer(request)
      response = content.edit?(request, answer) ?? answer
    }
    if hold != nil {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      (content.hold, content.held) = (nil, continuation)
      return .held(stream, response)
    }
    guard let response, loss != 1 else { return .lost }
    return .answered(response)
  }
}

/// A clock on which no sleep lasts.
struct NoWait: Clock {
  let clock = ContinuousClock()
  var now: ContinuousClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
  }
}
