import Colmeia
import TestSupport
import Testing

@Suite struct ReducerTests {
  struct Counter: Reducer {
    enum Effect: Equatable, Sendable { case save(Int) }
    typealias State = Int
    typealias Action = Int
    func reduce(into state: inout Int, action: Int) -> Effects {
      state += action
      return .run(.save(state))
    }
  }

  @Test func `The pure form answers a new state and the effects`() {
    let (state, effects) = Counter().reduced(3, 4)
    #expect(state == 7)
    #expect(effects == .run(.save(7)))
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct MistakeTests {
  @Test func `An id without a name ends the program with a message, in every build`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EffectList<Int, Never>.run(1, id: "")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("an effect's id has no name"))
  }
}
