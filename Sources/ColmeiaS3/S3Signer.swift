import ColmeiaHTTP
import ColmeiaSigning

/// Signs requests for S3 (AWS signature version 4). It has no clock: each call says when it is.
public struct S3Signer: Sendable, Hashable {
  /// The credentials that requests are signed with.
  public var credentials: S3Credentials
  /// The region of the bucket.
  public var region: String

  /// A signer.
  public init(_ credentials: S3Credentials, region: String = "us-east-1") {
    self.credentials = credentials
    self.region = region
  }

  /// The request with the header fields `x-amz-date`, `x-amz-content-sha256`, `x-amz-security-token` where there is one,
  /// and `Authorization`. All its fields are signed, and the host.
  ///
  /// - Parameters:
  ///   - request: The request, complete but for the signature.
  ///   - seconds: When, in seconds since 1970. The server refuses what is more than a quarter of an hour away from its
  ///     own clock.
  ///   - payload: What stands for the body; its hash where nothing is said.
  /// - Complexity: O(length of the request).
  public func sign(_ request: HTTPRequest, at seconds: Int, payload: PayloadHash? = nil) -> HTTPRequest {
    let time = SigningTime(seconds: seconds)
    let payload = payload ?? PayloadHash(of: request.body)
    var signed = request
    signed.headers["x-amz-date"] = time.text
    signed.headers["x-amz-content-sha256"] = payload.text
    signed.headers["x-amz-security-token"] = credentials.sessionToken?.value
    let canonical = canonicalRequest(of: signed, payload: payload)
    let credential = credential(at: time)
    let signature = key(credential).signature(of: canonical.stringToSign(at: time, credential.scope))
    let names = canonical.signedHeaders.split(separator: ";").map(String.init)
    let authorization = SignedAuthorization(credential: credential, signedHeaders: names, signature: signature)
    signed.headers["Authorization"] = authorization.text
    return signed
  }

  /// What ``sign(_:at:payload:)`` signs of a request that has all its fields, for comparing with what a server saw.
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
