import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ColmeiaUI

/// Tests the most difficult case: another thread is reducing when the main actor sends.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ThreadTests {
  @Test func `An action is visible when send returns, even while another thread is calling a subscriber`() {
    let store = makeStore()
    let view = ViewStore(store)
    let reader = Reader { _ = view.text }
    let busy = BusyThread(in: store, \.other, change: .other(1))
    let text = view.binding(\.text, Form.Action.typed)
    for letter in ["a", "b", "c", "d"] { text.wrappedValue += letter }
    #expect(text.wrappedValue == "abcd")
    #expect(view.other == 1)
    #expect(reader.notifications == 1)
    busy.end()
    #expect(store.state.text == "abcd")
  }

  @Test func `Actions of other threads are shown together in one turn of the main actor`() async {
    let store = makeStore()
    let view = ViewStore(store)
    let reader = Reader { _ = view.other }
    let group = DispatchGroup()
    for thread in 1...4 {
      group.enter()
      Thread.detachNewThread {
        for number in 1...250 { store.send(.other(thread * 1_000 + number)) }
        group.leave()
      }
    }
    group.wait()  // the main actor has no turn in the meantime
    #expect(view.other == 0)
    let last = store.state.other
    await eventually("what the threads have sent") { view.other != 0 }
    #expect(view.other == last)
    #expect(reader.notifications == 1)
  }

  @Test(arguments: 0..<4) func `The main actor reads what it has sent while threads send and effects answer`(round: Int)
    async
  {
    let store = makeStore()
    let view = ViewStore(store)
    let notifications = Atomic<Int>(0)
    store.subscribe(to: \.dogs.count) { _ in notifications.add(1, ordering: .relaxed) }
    let group = DispatchGroup()
    for thread in 0..<3 {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<400 {
          switch number % 4 {
          case 0: store.send(.add(Form.Dog(id: thread * 1_000 + number)))
          case 1: store.send(.answerAtOnce(""))
          case 2: store.send(.answerLater(number))
          default: store.subscribe(to: \.text) { _ in }.cancel()
          }
        }
        group.leave()
      }
    }
    for number in 1...400 {
      view.send(.measure(number))
      #expect(view.measured.number == number)
      if number % 16 == 0 { await Task.yield() }
    }
    await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
    await eventually("300 dogs") { view.dogs.count == 300 }
    #expect(store.state.measured.number == 400)
    await store.shutdown()
  }
}
