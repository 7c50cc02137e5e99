import ColmeiaHTTP

extension StubTransport {
  /// Creates a stub that returns each endpoint's sample for its method and path, so a feature runs without a server:
  ///
  /// ```swift
  /// let stub = StubTransport(samplesOf: DribbbleAPI.shots(), DribbbleAPI.shot(7), EventbeeAPI.events(), below: base)
  /// ```
  ///
  /// The query, the header fields and the body of a request are ignored. Requests for an endpoint that has no sample,
  /// or is not listed here, are unexpected.
  ///
  /// - Parameters:
  ///   - endpoints: Endpoints that have a sample.
  ///   - base: The base address at which the endpoints are called.
  public convenience init<each Answer>(samplesOf endpoints: repeat Endpoint<each Answer>, below base: BaseURL) {
    var rules: [StubRule] = []
    for endpoint in repeat each endpoints { rules.append(StubRule(sampleOf: endpoint, below: base.path)) }
    self.init(rules)
  }
}
