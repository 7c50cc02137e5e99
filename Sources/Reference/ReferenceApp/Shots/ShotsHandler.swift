import Colmeia
import ColmeiaClient

/// Performs the effects of the shots, sending first the cached response and then the server's. Without a service there
/// is no token, so every request fails as unauthorized.
struct ShotsHandler: EffectHandler {
  let service: ShotService?

  func work(for effect: Shots.Effect) -> Work<Shots.Action> {
    switch effect {
    case .page(let number):
      guard let service else { return .action(.failed(number, .unauthorized)) }
      return .async { send in await load(number, service, send) }
    case .shot(let id):
      guard let service else { return .action(.shotFailed(id, .unauthorized)) }
      return .async { send in await loadShot(id, service, send) }
    }
  }

  private func load(_ number: Int, _ service: ShotService, _ send: Send<Shots.Action>) async {
    do throws(APIError) {
      try await service.page(number) { page, freshness in
        send(.loaded(Shots.Page(number, page.shots, next: page.next, freshness)))
      }
    } catch {
      if let failure = ShotsFailure(error) { send(.failed(number, failure)) }
    }
  }

  private func loadShot(_ id: Int, _ service: ShotService, _ send: Send<Shots.Action>) async {
    do throws(APIError) {
      try await service.shot(id) { shot, freshness in send(.shot(id, shot, freshness)) }
    } catch {
      if let failure = ShotsFailure(error) { send(.shotFailed(id, failure)) }
    }
  }
}
