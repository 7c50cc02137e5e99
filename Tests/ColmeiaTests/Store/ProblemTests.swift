import Testing

@testable import Colmeia

/// What a store says of mistakes of the program, and a trace of what children tell.
@Suite struct ProblemTests {
  struct Bell: Reducer {
    struct State: Equatable, Sendable { var rings = 0 }
    enum Action: Sendable { case ring }
    enum Effect: Equatable, Sendable { case sound }
    enum Output: Equatable, Sendable { case rang(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.rings += 1
      return .output(.rang(state.rings)) + .run(.sound)
    }
  }

  struct House: Reducer {
    struct State: Equatable, Sendable { var bell = Bell.State(), heard: [Int] = [] }
    enum Action: Sendable { case bell(Bell.Action) }
    enum Effect: Equatable, Sendable { case bell(Bell.Effect) }
    let isForgetful: Bool
    let bell = Child(\State.bell, Bell(), Action.bell, Effect.bell)
    var children: Children { isForgetful ? [] : [bell] }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .bell(let action):
        bell.reduce(&state, action) { state, output in
          if case .rang(let count) = output { state.heard.append(count) }
          return .none
        }
      }
    }
  }

  struct Silent: EffectHandler {
    func work(for effect: House.Effect) -> Work<House.Action> { .done }
  }

  @Test func `A child that its parent does not name is reported once, whoever listens`() {
    let problems = Log<String>()
    let store = Store(House.State(), House(isForgetful: true), Silent(), report: { problems.append($0.description) })
    store.send(.bell(.ring))
    store.send(.bell(.ring))
    #expect(
      problems.elements == [
        "'bell' is not named in its parent's `children`, so what it names as long-lived does not run. Add it there."
      ])
  }

  @Test func `What a child tells is reduced in its step, and stands in the trace with its name`() {
    let told = Log<String>()
    let store = Store(
      House.State(), House(isForgetful: false), Silent(),
      trace: { event, _ in
        guard case .step(let step) = event else { return }
        for output in step.outputs { told.append("\(step.sequence) \(output.scope) \(output.output)") }
      })
    store.send(.bell(.ring))
    store.send(.bell(.ring))
    #expect(store.state.heard == [1, 2])
    #expect(told.elements == ["1 bell rang(1)", "2 bell rang(2)"])
  }
}
