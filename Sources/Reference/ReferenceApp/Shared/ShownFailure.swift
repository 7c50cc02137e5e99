import Colmeia
import ColmeiaClient

/// An effect handler that answers each effect with at most one action.
protocol AnsweringHandler<Effect, Action>: EffectHandler {
  associatedtype Effect
  associatedtype Action
  nonisolated(nonsending) func answer(to effect: Effect) async -> Action?
}

extension AnsweringHandler {
  func work(for effect: Effect) -> Work<Action> { .answer { await answer(to: effect) } }
}

/// The failure that a feature shows for an API error.
protocol ShownFailure {
  /// Creates the failure to show for an error, or returns `nil` if the effect was cancelled.
  init?(_ error: APIError)
}

extension APIClient {
  /// Calls an endpoint, and returns the action for its result, or `nil` if the call was cancelled.
  nonisolated(nonsending) func call<Answer, Failure: ShownFailure, Action>(
    _ endpoint: Endpoint<Answer>, _ done: (Answer) -> Action, _ failed: (Failure) -> Action
  ) async -> Action? {
    do throws(APIError) { return done(try await send(endpoint)) } catch { return Failure(error).map(failed) }
  }
}
