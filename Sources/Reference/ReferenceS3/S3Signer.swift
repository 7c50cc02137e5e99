import ColmeiaHTTP

/// Signs requests for S3 (AWS signature version 4). It has no clock; each call passes the time.
public struct S3Signer: Sendable, Hashable {
  /// The credentials for signing.
  public var credentials: S3Credentials
  /// The region of the bucket.
  public var region: String

  /// Creates a signer.
  public init(_ credentials: S3Credentials, region: String = "us-east-1") {
    self.credentials = credentials
    self.region = region
  }

  /// Returns a signed copy of a request.
  ///
  /// The method sets the header fields `x-amz-date`, `x-amz-content-sha256`, `Authorization`, and
  /// `x-amz-security-token` if the credentials have one. It signs the host and
  /// all fields except those that a transport may replace.
  ///
  /// - Parameters:
  ///   - request: The request, complete except for the signature.
  ///   - seconds: The time of the signature in seconds since 1970. The server refuses a time that is more than 15
  ///     minutes from its own clock.
  ///   - payload: The representation of the body, or `nil` for the hash of the request's body.
  /// - Complexity: O(length of the request).
  public func sign(_ request: HTTPRequest, at seconds: Int, payload: PayloadHash? = nil) -> HTTPRequest {
    let time = SigningTime(seconds: seconds)
    let payload = payload ?? PayloadHash(of: request.body)
    var signed = request
    signed.headers["x-amz-date"] = time.text
    signed.headers["x-amz-content-sha256"] = payload.text
    if let token = credentials.sessionToken { signed.headers.setSecret(token.value, for: "x-amz-security-token") }
    let canonical = canonicalRequest(of: signed, payload: payload)
    let credential = credential(at: time)
    let signature = key(credential).signature(of: canonical.stringToSign(at: time, credential.scope))
    let names = canonical.signedHeaders.split(separator: ";").map(String.init)
    let authorization = SignedAuthorization(credential: credential, signedHeaders: names, signature: signature)
    signed.headers["Authorization"] = authorization.text
    return signed
  }

  /// Returns the canonical request that ``sign(_:at:payload:)`` signs for a request, to compare it with what a server
  /// saw.
  ///
  /// - Complexity: O(length of the request without its body).
  package func canonicalRequest(of request: HTTPRequest, payload: PayloadHash) -> CanonicalRequest {
    CanonicalRequest(request, signing: CanonicalRequest.names(in: request), payload: payload)
  }

  private func credential(at time: SigningTime) -> SigningCredential {
    SigningCredential(accessKey: credentials.accessKey, scope: SigningScope(day: time.day, region: region))
  }

  private func key(_ credential: SigningCredential) -> SigningKey {
    SigningKey(secret: credentials.secret.value, scope: credential.scope)
  }
}
