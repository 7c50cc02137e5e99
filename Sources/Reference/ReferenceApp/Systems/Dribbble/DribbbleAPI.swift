import ColmeiaClient

/// The API for shots, which is version 1 of Dribbble's API: pages of shots, and single shots. The actual service was
/// closed in 2018.
///
/// Requests use an access token that belongs to the app, not to a user. It's part of the configuration and therefore
/// passed to ``client(_:base:token:)``. It's sent as `Authorization: Bearer` (RFC 6750 §2.1). The original sent it as
/// `access_token` in the query, which isn't supported here, because URLs are logged along the way, while header fields
/// are not.
public enum DribbbleAPI {
  /// The default number of shots per page.
  public static let usualPerPage = 12
  /// The only status that means success. Any other 2xx status is a failure.
  public static let success = SuccessStatuses.only([200])
}

extension DribbbleAPI {
  /// Returns the endpoint for a page of shots: `GET /shots`.
  ///
  /// - Parameters:
  ///   - page: The number of the page, starting at 1.
  ///   - perPage: The number of shots per page, from 1 to 100.
  public static func shots(page: Int = 1, perPage: Int = usualPerPage) -> Endpoint<ShotPage> {
    let query: EndpointQuery = ["page": "\(page)", "per_page": "\(perPage)"]
    return Endpoint(
      .get, "/shots", query: query, token: .required, success: success,
      sample: HTTPResponse(json: .array(ShotSample.all))
    ) { response, coding throws(JSONError) in
      let shots = try JSON.decode([Received<Shot>].self, from: response.body, coding).map(\.entity)
      return ShotPage(shots, page: page, perPage: perPage, headers: response.headers)
    }
  }

  /// Returns the endpoint for one shot: `GET /shots/{id}`.
  public static func shot(_ id: Int) -> Endpoint<Shot> {
    Endpoint(
      .get, "/shots/\(id)", token: .required, success: success, sample: HTTPResponse(json: ShotSample.of(id))
    ) { response, coding throws(JSONError) in try JSON.decode(Received<Shot>.self, from: response.body, coding).entity }
  }
}

extension DribbbleAPI {
  /// Returns a client of the API.
  ///
  /// - Parameters:
  ///   - transport: The transport for requests.
  ///   - base: The base URL of the API, including `/v1`.
  ///   - token: The app's access token. If it's `nil` or empty, requests that need it fail with
  ///     `APIError.notSignedIn` without being sent.
  public static func client(_ transport: any Transport, base: BaseURL, token: Token?) -> APIClient {
    APIClient(transport, base: base, as: .token(TokenSource(configured: token, header: .bearer)))
  }
}

extension TokenSource {
  /// Creates a source for a token that is part of the app's configuration. If it's `nil` or empty, the source has no
  /// token.
  public init(configured token: Token?, header: TokenHeader) {
    let item = TokenItem(service: "app", account: "configuration")
    let usable = token.flatMap { $0.value.isEmpty ? nil : $0 }
    self.init(MemoryTokenStore(usable.map { [item: $0] } ?? [:]), .item(item), header: header)
  }
}
