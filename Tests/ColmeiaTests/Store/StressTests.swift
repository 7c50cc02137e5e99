import Colmeia
import Foundation
import Synchronization
import Testing

struct SF: Reducer {
  struct State: Equatable { var n = 0; var byThread: [Int: Int] = [:]; @Branch var list: [Int] = []; var on = false }
  enum Action { case add(Int, Int), fx(Int), done(Int), toggle, tick }
  enum Effect: Equatable { case later(Int), socket, now }
  func reduce(into s: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .add(let t, let i):
      s.n += 1
      precondition((s.byThread[t] ?? -1) < i)
      s.byThread[t] = i
      return .none
    case .fx(let i):
      return [
        .run(.later(i), id: "i", .replace), .run(.now),
        .run(.later(-1), id: "d", .replace, .debounce(.microseconds(50))),
      ]
    case .done(let i): s.list.append(i); if s.list.count > 20 { s.list.removeAll() }; return .none
    case .toggle: s.on.toggle(); return .none
    case .tick: s.n += 0; return .none
    }
  }
  func longLived(in state: State) -> LongLivedEffects<Effect> { state.on ? .running(.socket, id: "s") : .none }
}
struct SH: EffectHandler {
  func answer(_ effect: SF.Effect) -> Answer<SF.Action> { effect == .now ? .action(.tick) : .later }
  func perform(_ effect: SF.Effect, send: Send<SF.Action>) async {
    switch effect {
    case .later(let i): await Task.yield(); send(.done(i)); await Task.yield(); send(.done(i))
    case .socket: while !Task.isCancelled { send(.tick); await Task.yield() }
    case .now: break
    }
  }
}
/// Threads cannot be repeated; what must hold whatever they do is checked (ReSwift#439).
@Suite struct StressTests {
  @Test(arguments: 0..<10) func stress(round: Int) async {
    let store = Store(SF.State(), SF(), SH())
    let last = Mutex(-1)
    store.subscribe(to: \.n) { v in
      last.withLock {
        precondition($0 < v, "older after newer"); $0 = v
      }
    }
    await withTaskGroup(of: Void.self) { g in
      for t in 0..<8 {
        g.addTask {
          var subs: [Subscription] = []
          for i in 0..<300 {
            store.send(.add(t, i))
            if i % 7 == 0 { store.send(.fx(i)) }
            if i % 31 == 0 { store.send(.toggle) }
            if i % 11 == 0 { subs.append(store.subscribe(to: \.list) { _ in }) }
            if i % 13 == 0 { subs.popLast()?.cancel() }
            if i % 5 == 0 { _ = store.state }
            if i % 17 == 0 { store.withState { s in if s.n % 2 == 0 { store.send(.tick) } } }
            if i % 97 == 0 { await store.send(.fx(i)).finish() }
          }
        }
      }
    }
    if store.state.on { store.send(.toggle) }
    #expect(store.state.n == 2400)
    for t in 0..<8 { #expect(store.state.byThread[t] == 299) }
    await store.shutdown()
    #expect(store.send(.tick).outcome == .stopped)
  }
}
