import Colmeia
import ColmeiaClient

/// A handler all of whose effects take time.
protocol AsyncHandler<Effect, Action>: EffectHandler {
  associatedtype Effect
  associatedtype Action
  nonisolated(nonsending) func perform(_ effect: Effect, send: Send<Action>) async
}

extension AsyncHandler {
  func work(for effect: Effect) -> Work<Action> { .async { send in await perform(effect, send: send) } }
}

/// What a feature shows for an error of its API.
protocol ShownFailure {
  /// The failure that is shown for an error; `nil` when the effect was cancelled.
  init?(_ error: APIError)
}

extension APIClient {
  /// Makes a call, and sends what comes of it; nothing when it was cancelled.
  nonisolated(nonsending) func ask<Answer, Failure: ShownFailure, Action>(
    _ endpoint: Endpoint<Answer>, _ send: Send<Action>, _ done: (Answer) -> Action, _ failed: (Failure) -> Action
  ) async {
    do throws(APIError) { send(done(try await self.send(endpoint))) } catch {
      if let failure = Failure(error) { send(failed(failure)) }
    }
  }
}
