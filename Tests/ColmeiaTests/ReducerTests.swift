import Colmeia
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
