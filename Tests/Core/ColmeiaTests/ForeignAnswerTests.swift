import ColmeiaTable
import TestSupport
import Testing

@testable import Colmeia

/// Answers that reach another child than the one that has started the effect.
@Suite struct ForeignAnswerTests {
  struct Timer: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id = 0
      var left = 0
    }
    enum Action: Sendable { case start, ticked }
    enum Effect: Equatable, Sendable { case tick }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .start:
        state.left = 1
        return .run(.tick)
      case .ticked:
        state.left -= 1
        return .none
      }
    }
  }

  enum Mistake: CaseIterable, Sendable { case none, handler, action, effect, row }

  struct Kitchen: Reducer {
    struct State: Equatable, Sendable {
      var oven = Timer.State()
      var egg: Timer.State? = Timer.State()
      var rows = EntityTable([Timer.State(id: 1), Timer.State(id: 2)])
      var isAsked = false
    }
    enum Action: Sendable { case oven(Timer.Action), egg(Timer.Action), row(Int, Timer.Action), ask, asked }
    enum Effect: Equatable, Sendable { case oven(Timer.Effect), egg(Timer.Effect), row(Int, Timer.Effect), ask }
    let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)
    let egg: Child<State, Action, Effect, Timer>
    let rows = ChildRows(\State.rows, Timer(), Action.row, Effect.row)

    init(_ mistake: Mistake) {
      egg = Child(
        \State.egg, Timer(), mistake == .action ? Action.oven : Action.egg,
        mistake == .effect ? Effect.oven : Effect.egg)
    }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .oven(let action): return oven.reduce(&state, action)
      case .egg(let action): return egg.reduce(&state, action)
      case .row(let id, let action): return rows.reduce(&state, id, action)
      case .ask: return .run(.ask)
      case .asked: state.isAsked = true
      }
      return .none
    }
  }

  struct Handler: EffectHandler {
    let mistake: Mistake
    func work(for effect: Kitchen.Effect) -> Work<Kitchen.Action> {
      switch effect {
      case .oven: .action(.oven(.ticked))
      case .egg(let effect): Kitchen(mistake).egg.work(for: effect, by: TimerHandler()).onto(oven: mistake == .handler)
      case .row(let id, _): .action(.row(mistake == .row ? 3 - id : id, .ticked))
      case .ask: .action(.asked)
      }
    }
  }

  struct TimerHandler: EffectHandler {
    func work(for effect: Timer.Effect) -> Work<Timer.Action> { .action(.ticked) }
  }

  @Test(arguments: Mistake.allCases) func `An answer that reaches another child is reported with both`(mistake: Mistake)
  {
    let problems = Log<StoreProblem>()
    let store = Store(Kitchen.State(), Kitchen(mistake), Handler(mistake: mistake), report: { problems.append($0) })
    store.checkAnswers()
    for action: Kitchen.Action in [.oven(.start), .egg(.start), .row(1, .start), .ask] { store.send(action) }
    let expected: [StoreProblem] =
      switch mistake {
      case .none: []
      case .handler, .action, .effect:
        [.foreignAnswer(effect: EffectScope(["egg", 0]), action: EffectScope(["oven", 0]))]
      case .row: [.foreignAnswer(effect: EffectScope(["rows", 1]), action: EffectScope(["rows", 2]))]
      }
    #expect(problems.elements == expected)
    #expect(store.state.isAsked)
  }
}

extension Work<ForeignAnswerTests.Kitchen.Action> {
  /// Returns the work of another child's handler.
  fileprivate func onto(oven isWrong: Bool) -> Self { isWrong ? .action(.oven(.ticked)) : self }
}
