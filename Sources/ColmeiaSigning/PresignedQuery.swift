import ColmeiaHTTP

/// A signature in the query of an address, which lets anybody who has the address make one kind of request for a while.
public struct PresignedQuery: Sendable, Hashable {
  /// Who signed, and what for.
  public let credential: SigningCredential
  /// When the address was signed.
  public let time: SigningTime
  /// For how many seconds the address is good, as it was given; ``lifetimes`` says what is allowed.
  public let expires: Int
  /// The names of the signed header fields, `host` among them where a client behaves.
  public let signedHeaders: [String]
  /// What a temporary access key brings along; `nil` without one.
  public let securityToken: String?

  /// How long an address may be good, in seconds: up to a week.
  public static let lifetimes = 1...604_800
  static let signatureName = "X-Amz-Signature"

  /// What is to be signed.
  public init(
    credential: SigningCredential, time: SigningTime, expires: Int, signedHeaders: [String],
    securityToken: String? = nil
  ) {
    self.credential = credential
    self.time = time
    self.expires = expires
    self.signedHeaders = signedHeaders
    self.securityToken = securityToken
  }

  /// Whether a query is to be read as one, well-formed or not.
  public static func isIn(_ query: [HTTPQueryItem]) -> Bool {
    query.contains { $0.name == "X-Amz-Algorithm" || $0.name == signatureName }
  }

  /// Reads a query, the signature beside it.
  ///
  /// - Throws: ``SigningFormError`` for a query that is not signed in this form.
  /// - Complexity: O(length).
  public static func read(
    _ query: [HTTPQueryItem]
  ) throws(SigningFormError) -> (query: PresignedQuery, signature: String) {
    func value(_ name: String) throws(SigningFormError) -> String {
      let values = query.filter { $0.name == name }
      guard let value = values.first?.value, !value.isEmpty else { throw .missing(name) }
      guard values.count == 1 else { throw .invalid(name) }
      return value
    }
    guard try value("X-Amz-Algorithm") == SigningKey.algorithm else { throw .otherAlgorithm }
    guard let credential = SigningCredential(try value("X-Amz-Credential")) else { throw .invalid("X-Amz-Credential") }
    guard let time = SigningTime(try value("X-Amz-Date")) else { throw .invalid("X-Amz-Date") }
    guard let expires = Int(try value("X-Amz-Expires")) else { throw .invalid("X-Amz-Expires") }
    let names = SignedAuthorization.names(try value("X-Amz-SignedHeaders"))
    let token = query.contains { $0.name == "X-Amz-Security-Token" } ? try value("X-Amz-Security-Token") : nil
    let found = PresignedQuery(
      credential: credential, time: time, expires: expires, signedHeaders: names, securityToken: token)
    return (found, try value(signatureName))
  }

  /// The items, in the order in which they are sent; the signature comes behind them.
  public var items: [HTTPQueryItem] {
    let token = securityToken.map { [HTTPQueryItem("X-Amz-Security-Token", $0)] } ?? []
    return [
      HTTPQueryItem("X-Amz-Algorithm", SigningKey.algorithm), HTTPQueryItem("X-Amz-Credential", credential.text),
      HTTPQueryItem("X-Amz-Date", time.text), HTTPQueryItem("X-Amz-Expires", "\(expires)"),
    ] + token + [HTTPQueryItem("X-Amz-SignedHeaders", signedHeaders.joined(separator: ";"))]
  }

  /// The request with the items behind its query and the signature behind them.
  ///
  /// - Complexity: O(length of the request without its body).
  public func sign(_ request: HTTPRequest, _ key: SigningKey) -> HTTPRequest {
    var request = request
    let items = HTTPQueryItem.query(items) ?? ""
    request.query = request.query.map { "\($0)&\(items)" } ?? items
    let canonical = CanonicalRequest(request, signing: signedHeaders, payload: .unsigned)
    let signature = key.signature(of: canonical.stringToSign(at: time, credential.scope))
    request.query? += "&\(Self.signatureName)=\(signature)"
    return request
  }
}

extension PresignedQuery: CustomStringConvertible, CustomReflectable {
  /// Who signed, when, and for how long.
  public var description: String { "\(credential) at \(time) for \(expires) s" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["query": description]) }
}
