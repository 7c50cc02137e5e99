import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaUI

/// What a view store shows once it has waited, and what a reporter may do.
@MainActor @Suite struct FinishedSendTests {
  @Test func `After sendAndWait, the results of the effects are shown, even if other subscribers are slow`() async {
    let store = makeStore()
    let hasResumed = DispatchSemaphore(value: 0)
    // Is called before the view store's subscriber, on another thread. If the main actor doesn't wait for subscribers,
    // it goes on meanwhile.
    store.subscribe(to: \.other) { _ in _ = hasResumed.wait(timeout: .now() + .milliseconds(50)) }
    let view = ViewStore(store)
    await view.sendAndWait(.answerLater(5))
    hasResumed.signal()
    #expect(view.other == 5)
  }

  /// A feature that asks for something wrong: an id without a name can't be cancelled.
  struct Wrong: Reducer {
    struct State: Equatable, Sendable { var problem = "" }
    enum Action: Sendable { case cancelNothing, problem(String) }
    enum Effect: Equatable, Sendable { case none }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .cancelNothing: return .cancel(EffectID(""))
      case .problem(let text):
        state.problem = text
        return .none
      }
    }
  }

  struct WrongHandler: EffectHandler {
    func work(for effect: Wrong.Effect) -> Work<Wrong.Action> { .done }
  }

  @MainActor final class Screen { var view: ViewStore<Wrong.State, Wrong.Action>? }

  @Test func `A reporter may send to a view store`() async {
    let screen = Screen()
    let store = Store(
      Wrong.State(), Wrong(), WrongHandler(),
      report: { problem in MainActor.assumeIsolated { screen.view?.send(.problem("\(problem)")) } })
    let view = ViewStore(store)
    screen.view = view
    view.send(.cancelNothing)
    await eventually("the problem on the screen") { !view.problem.isEmpty }
    #expect(view.problem.hasPrefix("an effect's id without a name"))
    screen.view = nil
  }
}
