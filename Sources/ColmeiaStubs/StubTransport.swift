import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync
import ColmeiaTransport

/// Answers requests by rules, without a network, and remembers them. The first rule that matches counts; a request
/// without one fails, and the failure names the nearest rule.
public final class StubTransport: Transport {
  private struct Content {
    var rules: [StubRule]
    var uses: [Int]
    var requests: [HTTPRequest] = []
  }

  private let content: Guarded<Content>
  private let clock: any Clock<Duration>

  /// A stub with these rules; what it does later it does by `clock`.
  public init(_ rules: [StubRule] = [], clock: any Clock<Duration> = ContinuousClock()) {
    content = Guarded(Content(rules: rules, uses: rules.map { _ in 0 }))
    self.clock = clock
  }

  /// The requests that have come, in order, the unexpected ones among them.
  public var requests: [HTTPRequest] { content.withLock { $0.requests } }

  /// Adds a rule before all others.
  public func insert(_ rule: StubRule) {
    content.withLock { content in
      content.rules.insert(rule, at: 0)
      content.uses.insert(0, at: 0)
    }
  }

  /// Answers as the first rule says that matches.
  ///
  /// - Throws: What the rule says, or an error that names the nearest rule when none matches.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    var answer = try take(request)
    while true {
      switch answer {
      case .response(let response): return response
      case .failure(let error): throw error
      case .after(let duration, let next):
        do { try await clock.sleep(for: duration) } catch { throw .cancelled }
        answer = next
      }
    }
  }

  private func take(_ request: HTTPRequest) throws(TransportError) -> StubRule.Answer {
    let (answer, names) = content.withLock { content -> (StubRule.Answer?, [String]) in
      content.requests.append(request)
      for (index, rule) in content.rules.enumerated() where !rule.answers.isEmpty && rule.matches(request) {
        defer { content.uses[index] += 1 }
        return (rule.answers[min(content.uses[index], rule.answers.count - 1)], [])
      }
      return (nil, content.rules.map(\.description))
    }
    guard let answer else {
      let nearest = NearestName.of("\(request)", in: names)
      throw .declined(
        reason: "The stub has no rule for \(request). "
          + (nearest.map { "The nearest is for \($0)." } ?? "None is near; add one."))
    }
    return answer
  }
}
