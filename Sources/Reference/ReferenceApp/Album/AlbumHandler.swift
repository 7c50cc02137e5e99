import Colmeia
import ColmeiaClient

/// Performs the effects of the album.
struct AlbumHandler: EffectHandler {
  let service: AlbumService?

  func work(for effect: Album.Effect) -> Work<Album.Action> {
    guard let service else { return .action(Self.unavailable(effect)) }
    return switch effect {
    case .restore: .answer { await restore(service) }
    case .signIn(let email, let password):
      .answer {
        let endpoint = AlbumAPI.signIn(email: email, password: password.value)
        let api = service.authentication
        return await api.call(endpoint, Album.Action.signedIn, Album.Action.signInFailed)
      }
    case .signOut(let email): .answer { await signOut(service, email) }
    case .forget: .answer { await forget(service).map(Album.Action.forgetFailed) }
    case .notice:
      // The user doesn't need to know if the notice couldn't be loaded.
      .answer {
        .notice(Self.text(try await service.api.send(AlbumAPI.notice())))
      } catch: { _ in
        nil
      }
    case .load(let email, let use): .async { send in await load(service, email, use, send) }
    case .publish(let draft, let email): .answer { send in await publish(service, draft, email, send) }
    }
  }

  private func restore(_ service: AlbumService) async -> Album.Action? {
    do throws(TokenStoreError) {
      guard try await service.hasSession() else { return .restored(nil) }
    } catch { return .restoreFailed(.restore(TokenStoreFailure(error))) }
    return await service.api.call(AlbumAPI.user(), Album.Action.restored, Album.Action.restoreFailed)
  }

  private func signOut(_ service: AlbumService, _ email: String) async -> Album.Action? {
    do throws(APIError) { try await service.authentication.send(AlbumAPI.signOut()) } catch {
      // A session that the server no longer knows has ended too.
      guard AlbumFailure(error) == .sessionEnded else { return AlbumFailure(error).map(Album.Action.signOutFailed) }
    }
    // A copy that can't be removed is shown to nobody else, because each account has its own.
    try? await service.cache?.removeAll(of: Self.owner(email))
    return await forget(service).map(Album.Action.signOutFailed) ?? .signedOut
  }

  private func forget(_ service: AlbumService) async -> AlbumFailure? {
    do throws(TokenStoreError) { try await service.session.forget() } catch {
      return .forget(TokenStoreFailure(error))
    }
    return nil
  }

  private func load(
    _ service: AlbumService, _ email: String, _ use: AlbumUse, _ send: Send<Album.Action>
  ) async {
    let client = CachingClient(service.api(of: email), cache: service.cache)
    do throws(APIError) {
      try await client.answers(to: AlbumAPI.photos(), cache: CachePolicy(use), for: Self.owner(email)) {
        photos, source in
        let isCopy = if case .cache = source { true } else { false }
        send(.photos(photos, isCopy: isCopy))
      }
    } catch { if let failure = AlbumFailure(error) { send(.loadFailed(failure)) } }
  }

  private func publish(
    _ service: AlbumService, _ draft: AlbumDraft, _ email: String, _ send: Send<Album.Action>
  ) async -> Album.Action? {
    let caption = draft.caption.trimmed
    if let photo = draft.original {
      // Only what was edited, so that changes from another device remain.
      let endpoint = AlbumAPI.change(
        photo.id, caption: caption == photo.caption ? nil : caption,
        tags: draft.tags == AlbumDraft.text(ofTags: photo.tags) ? nil : draft.words)
      return await publish(endpoint, service.api, email, service)
    }
    let picture: PhotoFile.Checked
    switch await service.photo(draft.file)?.checked(limit: AlbumPhoto.largest) {
    case .success(let found): picture = found
    case .failure(let failure): return .publishFailed(.photo(failure))
    case nil: return .publishFailed(.photo(.unreadable))
    }
    let endpoint = AlbumAPI.publish(caption: caption, tags: draft.words, picture: picture.value)
    let meter = PercentMeter { send(.progress($0)) }
    return await publish(endpoint, service.api(of: email), email, service) { meter.update($0) }
  }

  private func publish(
    _ endpoint: Endpoint<AlbumPhoto>, _ api: APIClient, _ email: String, _ service: AlbumService,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async -> Album.Action? {
    do throws(APIError) {
      let photo = try await api.send(endpoint, progress: progress)
      // The cached list doesn't contain the change.
      try? await service.cache?.removeAll(of: Self.owner(email))
      return .published(photo)
    } catch { return AlbumFailure(error).map(Album.Action.publishFailed) }
  }

  /// The owner of an account's cached responses.
  private static func owner(_ email: String) -> CacheOwner { .account("album \(email)") }

  /// The maximum number of characters shown from a notice.
  private static let noticeLimit = 500

  /// Returns the text of a notice: plain text, or the member `notice` of a JSON object.
  private static func text(_ content: ResponseContent) -> String? {
    switch content {
    case .empty, .bytes: nil
    case .text(let text): String(text.prefix(noticeLimit))
    case .json(let json): json["notice"]?.string.map { String($0.prefix(noticeLimit)) }
    }
  }

  private static func unavailable(_ effect: Album.Effect) -> Album.Action {
    let failure = AlbumFailure.request(.unreachable)
    return switch effect {
    case .restore: .restored(nil)
    case .signIn: .signInFailed(failure)
    case .signOut: .signOutFailed(failure)
    case .forget: .forgetFailed(failure)
    case .notice: .notice(nil)
    case .load: .loadFailed(failure)
    case .publish: .publishFailed(failure)
    }
  }
}

extension CachePolicy {
  init(_ use: AlbumUse) {
    switch use {
    case .both: self = .both
    case .kept: self = .cacheFirst
    case .fresh: self = .networkOnly
    }
  }
}

extension AlbumFailure: ShownFailure {
  /// The maximum number of characters shown from a server's message.
  private static let textLimit = 200

  /// Creates the failure to show for an error, or returns `nil` if the effect was cancelled.
  init?(_ error: APIError) {
    switch error {
    case .notSignedIn: self = .sessionEnded
    case .status where error.isTokenRefused: self = .sessionEnded
    case .status(let failure) where failure.status == 401: self = .wrongCredentials
    case .status(let failure) where failure.status == 429: self = .tooManyAttempts
    case .status: self = .refused(message: String(error.text.prefix(Self.textLimit)))
    case .tokenStore(let error): self = .store(TokenStoreFailure(error))
    case .form(.file), .transport(.unreadableBody): self = .photo(.unreadable)
    case .encoding, .form, .transport, .decoding:
      guard let failure = RequestFailure(error) else { return nil }
      self = .request(failure)
    }
  }
}
