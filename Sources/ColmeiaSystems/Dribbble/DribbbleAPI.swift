import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport

/// The API of the shots, Dribbble's version 1: pages of them, and each alone. The service itself was closed in 2018.
///
/// Calls are made with an access token that belongs to the app, not to a user: it is configuration, so
/// ``client(_:base:token:)`` takes it. It goes into `Authorization: Bearer` (RFC 6750 §2.1). The original sent it as
/// `access_token` in the query, which is not offered here: addresses are logged on their way, header fields are not.
public enum DribbbleAPI {
  /// How many shots a page has when nobody says.
  public static let usualPerPage = 12
  /// The only status that means success; another 2xx is a failure like any other.
  public static let success = SuccessStatuses.only([200])
}

extension DribbbleAPI {
  /// A page of the shots: `GET /shots`.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - perPage: from 1 to 100.
  public static func shots(page: Int = 1, perPage: Int = usualPerPage) -> Endpoint<ShotPage> {
    let query: EndpointQuery = ["page": "\(page)", "per_page": "\(perPage)"]
    return Endpoint(
      .get, "/shots", query: query, token: .required, success: success,
      sample: HTTPResponse(json: .array(ShotSample.all))
    ) { response throws(JSONError) in
      let shots = try JSON.decode([Shot].self, from: response.body)
      return ShotPage(shots, page: page, perPage: perPage, headers: response.headers)
    }
  }

  /// One shot: `GET /shots/{id}`.
  public static func shot(_ id: Int) -> Endpoint<Shot> {
    Endpoint(
      .get, "/shots/\(id)", token: .required, success: success, sample: HTTPResponse(json: ShotSample.of(id))
    ) { response throws(JSONError) in try JSON.decode(Shot.self, from: response.body) }
  }
}

extension DribbbleAPI {
  /// A client of the API.
  ///
  /// - Parameters:
  ///   - base: where the API is, its `/v1` included.
  ///   - token: the app's access token. Without one, or with an empty one, calls that need it are not made, and fail with
  ///     ``APIError/notSignedIn``.
  public static func client(_ transport: any Transport, base: BaseURL, token: Token?) -> APIClient {
    APIClient(transport, base: base, as: .token(TokenSource(configured: token, header: .bearer)))
  }
}

extension TokenSource {
  /// A token that is the app's own, and part of its configuration; none, where it is `nil` or empty.
  public init(configured token: Token?, header: TokenHeader) {
    let item = TokenItem(service: "app", account: "configuration")
    let usable = token.flatMap { $0.value.isEmpty ? nil : $0 }
    self.init(MemoryTokenStore(usable.map { [item: $0] } ?? [:]), .item(item), header: header)
  }
}
