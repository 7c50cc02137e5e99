import ColmeiaHTTP
import ColmeiaJSON

/// A call of an API, as a value: what is sent, and what is made of the answer.
///
/// ```swift
/// let feed = Endpoint<FeedAnswer>.get("feed", query: ["category": "husky"], token: .required)
/// ```
public struct Endpoint<Answer: Sendable>: Sendable {
  /// Whether the call takes the session's token along.
  public enum TokenUse: Sendable, Hashable {
    /// The call is for everybody.
    case none
    /// Without a token nothing is sent, and the call fails with ``APIError/notSignedIn``.
    case required
  }

  /// What is to be done.
  public var method: HTTPMethod
  /// The segments of the path behind the API's own; any text, they are percent-encoded.
  public var path: [String]
  /// The query, in order.
  public var query: [HTTPQueryItem]
  /// Header fields beside the API's own.
  public var headers: HTTPHeaders
  /// The body, as JSON; `nil` for none.
  public var body: JSON?
  /// Whether the token goes along.
  public var token: TokenUse
  /// Which statuses are success.
  public var success: Set<Int>
  /// Makes the answer of a body.
  public var decode: @Sendable ([UInt8]) throws(JSONError) -> Answer
  /// A body as the server would send it, for stubs.
  public var sample: JSON?

  /// A call.
  public init(
    _ method: HTTPMethod, _ path: [String], query: KeyValuePairs<String, String> = [:], headers: HTTPHeaders = [:],
    body: JSON? = nil, token: TokenUse = .none, success: Set<Int> = Set(200..<300), sample: JSON? = nil,
    decode: @escaping @Sendable ([UInt8]) throws(JSONError) -> Answer
  ) {
    self.method = method
    self.path = path
    self.query = query.map { HTTPQueryItem($0.key, $0.value) }
    self.headers = headers
    self.body = body
    self.token = token
    self.success = success
    self.sample = sample
    self.decode = decode
  }
}

extension Endpoint where Answer: Decodable {
  /// A call whose answer is JSON.
  public init(
    _ method: HTTPMethod, _ path: [String], query: KeyValuePairs<String, String> = [:], headers: HTTPHeaders = [:],
    body: JSON? = nil, token: TokenUse = .none, success: Set<Int> = Set(200..<300), sample: JSON? = nil
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body, token: token, success: success, sample: sample
    ) { bytes throws(JSONError) in try JSON.decode(Answer.self, from: bytes) }
  }

  /// A call that reads.
  public static func get(
    _ path: String..., query: KeyValuePairs<String, String> = [:], token: TokenUse = .none
  ) -> Self {
    Self(.get, path, query: query, token: token)
  }

  /// A call that sends something.
  public static func post(_ path: String..., body: JSON? = nil, token: TokenUse = .none) -> Self {
    Self(.post, path, body: body, token: token)
  }
}
