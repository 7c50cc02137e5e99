import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaTransport

/// A transport for tests that answers requests by rules, without a network, and records them.
///
/// The first rule that matches a request applies. A request that no rule matches fails with an error that names the
/// nearest rule.
public final class StubTransport: Transport {
  private struct Content {
    var rules: [StubRule]
    var uses: [Int]
    var requests: [HTTPRequest] = []
  }

  private let content: Guarded<Content>
  private let clock: any Clock<Duration>

  /// Creates a stub transport.
  ///
  /// - Parameters:
  ///   - rules: The rules, in order of precedence.
  ///   - clock: The clock for delayed responses.
  public init(_ rules: [StubRule] = [], clock: any Clock<Duration> = ContinuousClock()) {
    content = Guarded(Content(rules: rules, uses: rules.map { _ in 0 }))
    self.clock = clock
  }

  /// All requests so far, in order, including unexpected ones.
  public var requests: [HTTPRequest] { content.withLock { $0.requests } }

  /// Inserts a rule with precedence over all existing rules.
  public func insert(_ rule: StubRule) {
    content.withLock { content in
      content.rules.insert(rule, at: 0)
      content.uses.insert(0, at: 0)
    }
  }

  /// Responds as the first matching rule says.
  ///
  /// - Throws: The error of the rule, or `TransportError.declined` if no rule matches.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    var answer = try useRule(for: request)
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

  private func useRule(for request: HTTPRequest) throws(TransportError) -> StubRule.Answer {
    let rules = content.withLock { content in
      content.requests.append(request)
      return content.rules
    }
    // A rule's predicate may use the stub.
    guard let index = rules.firstIndex(where: { !$0.answers.isEmpty && $0.matches(request) }) else {
      let nearest = NearestName.of("\(request)", in: rules.map(\.description))
      throw .declined(
        reason: "The stub has no rule for \(request). "
          + (nearest.map { "The nearest is for \($0)." } ?? "No rule is similar; add one."))
    }
    let use = content.withLock { content in
      // Rules that were inserted meanwhile precede the others.
      let position = index + content.rules.count - rules.count
      defer { content.uses[position] += 1 }
      return content.uses[position]
    }
    return rules[index].answers[min(use, rules[index].answers.count - 1)]
  }
}
