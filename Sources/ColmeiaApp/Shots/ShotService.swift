import ColmeiaCache
import ColmeiaClient
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaSystems
import ColmeiaTransport

/// The way to the shots, with the app's own access token.
public struct ShotService: Sendable {
  private let api: CachingClient

  /// A service.
  ///
  /// - Parameters:
  ///   - transport: The way to the server.
  ///   - base: Where the API is, its `/v1` included.
  ///   - token: The access token, which is part of the app's configuration; without one every call is unauthorized.
  ///   - cache: What is kept of earlier answers; without one nothing is.
  public init(_ transport: any Transport, base: BaseURL, token: Token?, cache: AnswerCache? = nil) {
    api = CachingClient(DribbbleAPI.client(transport, base: base, token: token), cache: cache)
  }

  /// What is kept of a page at once, if anything is, and then the server's.
  func page(
    _ number: Int, _ tell: (DribbbleAPI.ShotPage, Freshness) -> Void
  ) async throws(APIError) {
    try await api.answers(to: DribbbleAPI.shots(page: number, perPage: Shots.perPage), for: Self.owner) {
      page, source in
      tell(page, Freshness(source))
    }
  }

  /// Whether the first page of the shots can be shown at once, with no look at the disk.
  public func isFirstPageInMemory() async -> Bool {
    (try? await api.isInMemory(DribbbleAPI.shots(page: 1, perPage: Shots.perPage), for: Self.owner)) ?? false
  }

  /// The same of a shot.
  func shot(_ id: Int, _ tell: (DribbbleAPI.Shot, Freshness) -> Void) async throws(APIError) {
    try await api.answers(to: DribbbleAPI.shot(id), for: Self.owner) { shot, source in tell(shot, Freshness(source)) }
  }

  /// The answers are the same for every user, since the app has one token.
  private static let owner = CacheOwner.account("dribbble")
}

extension Freshness {
  init(_ source: AnswerSource) {
    switch source {
    case .cache: self = .cached
    case .network, .confirmed: self = .fresh
    }
  }
}
