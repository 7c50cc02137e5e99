import Colmeia
import ColmeiaClient

/// Performs the effects of the shots, sending first the cached response and then the server's. Without a service there
/// is no token, so every request fails as unauthorized.
struct ShotsHandler: AsyncHandler {
  let service: ShotService?

  nonisolated(nonsending) func perform(_ effect: Shots.Effect, send: Send<Shots.Action>) async {
    switch effect {
    case .page(let number): await load(number, send)
    case .shot(let id): await loadShot(id, send)
    }
  }

  private func load(_ number: Int, _ send: Send<Shots.Action>) async {
    guard let service else { return send(.failed(number, .unauthorized)) }
    do throws(APIError) {
      try await service.page(number) { page, freshness in
        send(.loaded(Shots.Page(number, page.shots.map(Shot.init), next: page.next, freshness)))
      }
    } catch {
      if let failure = ShotsFailure(error) { send(.failed(number, failure)) }
    }
  }

  private func loadShot(_ id: Int, _ send: Send<Shots.Action>) async {
    guard let service else { return send(.shotFailed(id, .unauthorized)) }
    do throws(APIError) {
      try await service.shot(id) { shot, freshness in send(.shot(id, Shot(shot), freshness)) }
    } catch {
      if let failure = ShotsFailure(error) { send(.shotFailed(id, failure)) }
    }
  }
}
