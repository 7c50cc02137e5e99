import ColmeiaClient

/// The client for shots, with the app's own access token.
public struct ShotService: Sendable {
  private let api: CachingClient

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - transport: The transport for requests.
  ///   - base: The base URL of the API, including `/v1`.
  ///   - token: The access token, which is part of the app's configuration. If `nil`, every request is unauthorized.
  ///   - cache: The cache of responses, or `nil` for none.
  public init(_ transport: any Transport, base: BaseURL, token: Token?, cache: ResponseCache? = nil) {
    api = CachingClient(DribbbleAPI.client(transport, base: base, token: token), cache: cache)
  }

  /// Calls `receive` with the cached version of a page, if there is one, and then with the server's version.
  func page(
    _ number: Int, _ receive: (DribbbleAPI.ShotPage, Freshness) -> Void
  ) async throws(APIError) {
    try await api.answers(to: DribbbleAPI.shots(page: number, perPage: Shots.perPage), for: Self.owner) {
      page, source in
      receive(page, Freshness(source))
    }
  }

  /// Returns whether the first page is in the memory cache, and can be shown without disk access.
  public func isFirstPageInMemory() async -> Bool {
    (try? await api.isInMemory(DribbbleAPI.shots(page: 1, perPage: Shots.perPage), for: Self.owner)) ?? false
  }

  /// Calls `receive` with the cached version of a shot, if there is one, and then with the server's version.
  func shot(_ id: Int, _ receive: (Shot, Freshness) -> Void) async throws(APIError) {
    try await api.answers(to: DribbbleAPI.shot(id), for: Self.owner) { shot, source in receive(shot, Freshness(source))
    }
  }

  /// The owner of the cached responses. They're the same for every user, because the app has a single token.
  private static let owner = CacheOwner.account("dribbble")
}

extension Freshness {
  init(_ source: ResponseSource) {
    switch source {
    case .cache: self = .cached
    case .network, .confirmed: self = .fresh
    }
  }
}
