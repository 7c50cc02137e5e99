import ColmeiaHTTP
import ColmeiaJSON

/// One call of an API as a value: what is sent, which statuses are success, and what the answer becomes.
///
/// ```swift
/// let feed: Endpoint<Feed> = .get("/feed", query: ["category": "pug"], token: .required)
/// let added: Endpoint<Done> = .post("/events/\(event)/add_user/\(user)", token: .required)
/// ```
public struct Endpoint<Answer: Sendable>: Sendable {
  /// What is to be done.
  public var method: HTTPMethod
  /// Where, below the base address of the API.
  public var path: EndpointPath
  /// The items behind the `?`.
  public var query: EndpointQuery
  /// Header fields beside those of the client, in whose place they come.
  public var headers: HTTPHeaders
  /// The body.
  public var body: EndpointBody
  /// What is sent beside that: in the query of a `GET` or `HEAD`, otherwise in the body, or in the query where there is
  /// a ``body`` already.
  public var parameters = RequestParameters()
  /// How parameters become a body.
  public var encoder: any ParameterEncoder = .json
  /// Where the path begins; `nil` for the base address of the client.
  public var base: BaseURL?
  /// Whether the call is made as somebody.
  public var token: TokenUse
  /// Which statuses are success.
  public var success: SuccessStatuses
  /// An answer for stubs and previews.
  public var sample: HTTPResponse?
  /// Makes the value of a successful answer.
  public var decoding: @Sendable (HTTPResponse) throws(JSONError) -> Answer

  /// An endpoint.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none, success: SuccessStatuses = .successful,
    sample: HTTPResponse? = nil, decoding: @escaping @Sendable (HTTPResponse) throws(JSONError) -> Answer
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.token = token
    self.success = success
    self.sample = sample
    self.decoding = decoding
  }

  /// The same call with other statuses as success.
  public func succeeding(on success: SuccessStatuses) -> Self {
    var copy = self
    copy.success = success
    return copy
  }

  /// The same call with these parameters.
  public func sending(_ parameters: RequestParameters, as encoder: any ParameterEncoder = .json) -> Self {
    var copy = self
    copy.parameters = parameters
    copy.encoder = encoder
    return copy
  }

  /// The same call below another base address.
  public func at(_ base: BaseURL) -> Self {
    var copy = self
    copy.base = base
    return copy
  }
}

/// Whether a call is made as somebody.
public enum TokenUse: Sendable, Hashable {
  /// It sends no token, also when somebody is signed in.
  case none
  /// It sends the token, and is not made without one.
  case required
}

/// The statuses that mean success.
public enum SuccessStatuses: Sendable, Hashable {
  /// 200 to 299 (RFC 9110 §15.3).
  case successful
  /// Only these.
  case only(Set<Int>)

  /// Whether `status` is one.
  public func contains(_ status: Int) -> Bool {
    switch self {
    case .successful: (200..<300).contains(status)
    case .only(let statuses): statuses.contains(status)
    }
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// Method and path: `GET /feed`.
  public var description: String { "\(method) \(path)" }
  /// What ``description`` shows, and no more: bodies hold passwords.
  public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
