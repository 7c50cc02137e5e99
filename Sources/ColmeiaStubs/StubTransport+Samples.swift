import ColmeiaClient
import ColmeiaHTTP

extension StubTransport {
  /// A stub that gives each endpoint's sample for its method and path, so that a feature runs without a server:
  ///
  /// ```swift
  /// let stub = StubTransport(samplesOf: DribbbleAPI.shots(), DribbbleAPI.shot(7), EventbeeAPI.events(), below: base)
  /// ```
  ///
  /// What the query, the header fields and the body of a request say does not matter. A request for an endpoint that has
  /// no sample, or is not named here, is unexpected.
  ///
  /// - Parameters:
  ///   - endpoints: Endpoints that have a sample.
  ///   - base: The base address that the endpoints are asked at.
  public convenience init<each Answer>(samplesOf endpoints: repeat Endpoint<each Answer>, below base: BaseURL) {
    var rules: [StubRule] = []
    for endpoint in repeat each endpoints { rules.append(StubRule(sampleOf: endpoint, below: base.path)) }
    self.init(rules)
  }
}
