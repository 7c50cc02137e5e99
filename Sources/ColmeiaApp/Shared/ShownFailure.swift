import Colmeia
import ColmeiaClient

/// An effect handler that performs all of its effects asynchronously.
protocol AsyncHandler<Effect, Action>: EffectHandler {
  associatedtype Effect
  associatedtype Action
  nonisolated(nonsending) func perform(_ effect: Effect, send: Send<Action>) async
}

extension AsyncHandler {
  func work(for effect: Effect) -> Work<Action> { .async { send in await perform(effect, send: send) } }
}

/// The failure that a feature shows for an API error.
protocol ShownFailure {
  /// Creates the failure to show for an error, or returns `nil` if the effect was cancelled.
  init?(_ error: APIError)
}

extension APIClient {
  /// Calls an endpoint, and sends the action for its result. Sends nothing if the call was cancelled.
  nonisolated(nonsending) func ask<Answer, Failure: ShownFailure, Action>(
    _ endpoint: Endpoint<Answer>, _ send: Send<Action>, _ done: (Answer) -> Action, _ failed: (Failure) -> Action
  ) async {
    do throws(APIError) { send(done(try await self.send(endpoint))) } catch {
      if let failure = Failure(error) { send(failed(failure)) }
    }
  }
}
