import ReferenceS3

/// Verifies that a request has a current and valid signature and was not changed afterwards.
struct SignatureCheck {
  /// The maximum difference between the clocks of client and server, in seconds.
  static let patience = 900

  let settings: ObjectSettings
  /// The current time, in seconds since 1970.
  let now: Int

  /// Verifies the signature in `Authorization`.
  ///
  /// - Complexity: O(length of the request).
  func check(_ request: HTTPRequest) throws(ObjectsProblem) {
    if request.queryItems == nil { throw .address }
    guard let field = request.headers["Authorization"] else { throw .unsigned }
    guard SignedAuthorization.isSigned(field) else { throw .otherAlgorithm }
    let authorization: SignedAuthorization
    do throws(SigningFormError) { authorization = try SignedAuthorization(field) } catch {
      throw .malformed("\(error)")
    }
    if let fault = fault(of: authorization.credential.scope) { throw .malformed(fault) }
    try checkKey(authorization.credential.accessKey, token: request.headers["x-amz-security-token"])
    guard let time = request.headers["x-amz-date"].flatMap(SigningTime.init) else { throw .noDate }
    guard time.day == authorization.credential.scope.day else {
      throw .malformed("Invalid credential date. Date is not the same as X-Amz-Date.")
    }
    guard abs(now - time.seconds) <= Self.patience else { throw .skewed(time, server: now) }
    let payload = try payload(of: request)
    try compare(
      request, authorization.credential, time, authorization.signedHeaders, payload, authorization.signature)
    guard case .hash(let given) = payload else { return }
    let computed = SHA256.digest(request.body).hex
    guard given.lowercased() == computed else { throw .payload(given: given, computed: computed) }
  }

  private func fault(of scope: SigningScope) -> String? {
    if scope.service != "s3" { return "Error parsing the credential; the service '\(scope.service)' should be 's3'." }
    if scope.region == settings.region { return nil }
    return "The region '\(scope.region)' is wrong; expecting '\(settings.region)'"
  }

  /// Checks the access key. Session tokens are refused because temporary keys are not supported.
  private func checkKey(_ key: String, token: String?) throws(ObjectsProblem) {
    guard key == settings.accessKey else { throw .accessKey(key) }
    guard token == nil else { throw .sessionToken }
  }

  private func payload(of request: HTTPRequest) throws(ObjectsProblem) -> PayloadHash {
    guard let text = request.headers["x-amz-content-sha256"] else { throw .noPayloadHash }
    if let payload = PayloadHash(text) { return payload }
    // Bodies in signed chunks.
    throw text.hasPrefix("STREAMING-") ? .notImplemented : .otherPayloadHash
  }

  private func compare(
    _ request: HTTPRequest, _ credential: SigningCredential, _ time: SigningTime, _ names: [String],
    _ payload: PayloadHash, _ signature: String
  ) throws(ObjectsProblem) {
    let needed = ["host"] + request.headers.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("x-amz-") }
    let missing = Set(needed).subtracting(names).sorted()
    guard missing.isEmpty else { throw .unsignedFields(missing) }
    let canonical = CanonicalRequest(request, signing: names, payload: payload)
    let text = canonical.stringToSign(at: time, credential.scope)
    guard SigningKey(secret: settings.secret, scope: credential.scope).isSignature(signature, of: text) else {
      throw .signature(credential.accessKey, given: signature, canonical, text)
    }
  }
}
