import ColmeiaNetworking
import ColmeiaStorage

/// The way to the shots, with the app's own access token.
public struct ShotService: Sendable {
  private let api: APIClient

  /// A service.
  ///
  /// - Parameters:
  ///   - base: where the API is, its `/v1` included.
  ///   - token: the access token, which is part of the app's configuration; without one every call is unauthorized.
  public init(_ transport: any Transport, base: BaseURL, token: Token?) {
    api = DribbbleAPI.client(transport, base: base, token: token)
  }

  func page(_ number: Int) async throws(APIError) -> DribbbleAPI.ShotPage {
    try await api.send(DribbbleAPI.shots(page: number, perPage: Shots.perPage))
  }

  func shot(_ id: Int) async throws(APIError) -> DribbbleAPI.Shot { try await api.send(DribbbleAPI.shot(id)) }
}
