import ColmeiaHTTP
import ColmeiaJSON

/// One API call as a value: the request, the statuses that mean success, and the type of the response.
///
/// ```swift
/// let feed: Endpoint<Feed> = .get("/feed", query: ["category": "pug"], token: .required)
/// let left: Endpoint<Void> = .delete("/events/\(event)", token: .required)  // only the status of the response counts
/// ```
public struct Endpoint<Answer: Sendable>: Sendable {
  /// The method of the request.
  public var method: HTTPMethod
  /// The path, relative to the base address of the API.
  public var path: EndpointPath
  /// The query items.
  public var query: EndpointQuery
  /// Header fields of this call. They replace the client's fields with the same name.
  public var headers: HTTPHeaders
  /// The body of the request.
  public var body: EndpointBody
  /// The parameters of this call. They are sent in the query of a `GET` or `HEAD`, or if there is a ``body``, and
  /// otherwise in the body.
  public var parameters = RequestParameters()
  /// The encoder for parameters that are sent in the body.
  public var encoder: ParameterEncoder = .json
  /// Whether the call requires a token.
  public var token: TokenUse
  /// The statuses that mean success.
  public var success: SuccessStatuses
  /// Whether redirects are followed. Otherwise, the response with the redirect is the response of the call, and its
  /// status has to mean ``success``.
  public var followsRedirects = true
  /// A sample response for stubs and previews.
  public var sample: HTTPResponse?
  /// Decodes the value from a successful response, with the coding options of the client.
  public var decoding: @Sendable (HTTPResponse, JSONCoding) throws(JSONError) -> Answer

  /// Creates an endpoint.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none, success: SuccessStatuses = .successful,
    sample: HTTPResponse? = nil,
    decoding: @escaping @Sendable (HTTPResponse, JSONCoding) throws(JSONError) -> Answer
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

  /// Returns the same call with other success statuses.
  public func succeeding(on success: SuccessStatuses) -> Self {
    var copy = self
    copy.success = success
    return copy
  }

  /// Returns the same call, with a redirect with one of these statuses as its successful response.
  public func endingAtRedirects(_ statuses: Set<Int> = [301, 302, 303, 307, 308]) -> Self {
    var copy = succeeding(on: .only(statuses))
    copy.followsRedirects = false
    return copy
  }

  /// Returns the same call with these parameters.
  public func sending(_ parameters: RequestParameters, as encoder: ParameterEncoder = .json) -> Self {
    var copy = self
    copy.parameters = parameters
    copy.encoder = encoder
    return copy
  }
}

/// Whether a call requires a token.
public enum TokenUse: Sendable, Hashable {
  /// The call sends no token, even if the user is signed in.
  case none
  /// The call sends the token, and fails without sending anything if there is none.
  case required
}

/// The statuses that mean success.
public enum SuccessStatuses: Sendable, Hashable {
  /// Any status from 200 to 299 (RFC 9110 §15.3).
  case successful
  /// Only these statuses.
  case only(Set<Int>)

  /// Returns whether `status` means success.
  public func contains(_ status: Int) -> Bool {
    switch self {
    case .successful: (200..<300).contains(status)
    case .only(let statuses): statuses.contains(status)
    }
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The method and the path: `GET /feed`.
  public var description: String { "\(method) \(path)" }
  /// A mirror that shows only ``description``, because bodies may contain passwords.
  public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
