import Colmeia
import ColmeiaNetworking

/// Carries out the effects of the shots. Without a service there is no token, so every call is unauthorized.
struct ShotsHandler: EffectHandler {
  let service: ShotService?

  func perform(_ effect: Shots.Effect, send: Send<Shots.Action>) async {
    switch effect {
    case .page(let number): await load(number, send)
    case .shot(let id): if let action = await shot(id) { send(action) }
    }
  }

  /// The one place where the list is asked for. A cache sends what it has kept before the server's answer comes, as a page
  /// that is `cached`.
  private func load(_ number: Int, _ send: Send<Shots.Action>) async {
    guard let service else { return send(.failed(number, .unauthorized)) }
    do throws(APIError) {
      let page = try await service.page(number)
      send(.loaded(Shots.Page(number, page.shots.map(Shot.init), next: page.next)))
    } catch {
      if let failure = ShotsFailure(error) { send(.failed(number, failure)) }
    }
  }

  private func shot(_ id: Int) async -> Shots.Action? {
    guard let service else { return .shotFailed(id, .unauthorized) }
    do throws(APIError) { return .shot(id, Shot(try await service.shot(id)), .fresh) } catch {
      return ShotsFailure(error).map { .shotFailed(id, $0) }
    }
  }
}
