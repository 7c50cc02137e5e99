import Foundation
import Observation
import Testing

@testable import ColmeiaUI

/// What all view stores of one store show in the turn of the main actor in which an action is sent.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SharedStateTests {
  @Test func `What one view store sends, another one of the same store shows at once`() {
    let store = makeStore()
    let (first, second) = (ViewStore(store), ViewStore(store))
    let reader = Reader { _ = second.text }
    let field = second.binding(\.text, Form.Action.typed)
    first.send(.typed("a"))
    #expect(reader.notifications == 1)
    #expect(second.text == "a" && field.wrappedValue == "a")
    field.wrappedValue += "b"
    #expect(store.state.text == "ab" && first.text == "ab")
  }

  @Test func `What is sent to the store on the main actor, its view stores show at once, and their parts`() throws {
    let store = makeStore(Form.State(egg: Form.Inner(count: 1), dogs: [Form.Dog(id: 1)]))
    let (view, inner) = (ViewStore(store), ViewStore(store.scope(\.inner, Form.Action.inner)))
    let row = view.rows(\.dogs, Form.Action.dog)[0].view
    let egg = try #require(view.scope(\.egg, Form.Action.inEgg))
    let sheet = view.item(\.destination?.edit, { .inDestination(.edit($0)) }, dismiss: .destination(nil))
    let readers = [
      Reader { _ = view.text }, Reader { _ = inner.count }, Reader { _ = row.name }, Reader { _ = egg.count },
      Reader { _ = sheet.wrappedValue },
    ]
    store.send(.typed("a"))
    #expect(view.text == "a")
    store.send(.inner(2))
    #expect(inner.count == 2)
    store.send(.dog(1, .named("Nina")))
    #expect(row.name == "Nina")
    store.send(.inEgg(3))
    #expect(egg.count == 3)
    store.send(.destination(.edit(Form.Dog(id: 7, name: "Thor"))))
    #expect(sheet.wrappedValue?.name == "Thor")
    #expect(readers.map(\.notifications) == [1, 1, 1, 1, 1])
  }

  @Test func `An action that is sent to the store while another thread calls a subscriber is shown by the next read`() {
    let store = makeStore()
    let view = ViewStore(store)
    let reader = Reader { _ = view.text }
    let busy = BusyThread(in: store, \.other, change: .other(1))
    store.send(.typed("a"))
    #expect(view.inner.count == 0, "any value makes all of them new")
    #expect(reader.notifications == 1)
    #expect(view.text == "a" && view.other == 1)
    busy.end()
  }

  @Test func `Actions that are sent to the store while another thread reads it are shown by the next read`() {
    let store = makeStore()
    let view = ViewStore(store)
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      store.withState { _ in
        isReading.signal()
        mayEnd.wait()
      }
    }
    isReading.wait()
    for _ in 1...5_000 { store.send(.append("a")) }
    store.send(.other(1))
    mayEnd.signal()
    #expect(view.text.count == 5_000 && view.other == 1)
  }

  @Test func `What observers and subscribers send is shown when the outer send returns`() {
    let store = makeStore()
    let (first, second) = (ViewStore(store), ViewStore(store))
    store.subscribe(to: \.other) { number in
      MainActor.assumeIsolated { if number == 7 { second.send(.append("b")) } }
    }
    withObservationTracking {
      _ = first.text
    } onChange: {
      MainActor.assumeIsolated {
        store.send(.other(7))
        #expect(first.other == 0 && second.other == 0)
      }
    }
    second.send(.typed("a"))
    #expect(first.other == 7 && second.text == "ab" && store.state.text == "ab")
  }

  @Test func `A subscriber on the main actor that sends to a view store reads what it has sent`() {
    let store = makeStore()
    let view = ViewStore(store)
    store.subscribe(to: \.other) { number in
      MainActor.assumeIsolated {
        view.send(.append("\(number)"))
        #expect(view.text == store.state.text)
      }
    }
    store.send(.other(1))
    #expect(view.text == "01" && view.other == 1)
  }

  @Test func `View stores of one store share the comparisons`() {
    let store = makeStore()
    let views = (0..<3).map { _ in ViewStore(store) }
    let readers = views.map { view in Reader { _ = view.measured } }
    let before = Measured.comparisons.load(ordering: .relaxed)
    views[0].send(.other(1))
    #expect(Measured.comparisons.load(ordering: .relaxed) - before == 1)
    #expect(readers.allSatisfy { $0.notifications == 0 })
  }

  @Test func `A view store that is created after all others were released shows the store's state`() {
    let store = makeStore()
    do { ViewStore(store).send(.typed("a")) }
    store.send(.append("b"))
    let view = ViewStore(store)
    #expect(view.text == "ab")
    store.send(.append("c"))
    #expect(view.text == "abc")
  }

  @Test func `A value that isn't a number notifies its observers when it comes and goes, not while it stays`() {
    struct Scale: Reducer {
      struct State: Equatable, Sendable { var weight = 0.0, count = 0 }
      enum Action: Sendable { case put(Double), count }
      func reduce(into state: inout State, action: Action) -> Effects {
        switch action {
        case .put(let weight): state.weight = weight
        case .count: state.count += 1
        }
        return .none
      }
    }
    let view = ViewStore(Store(Scale.State(), Scale()))
    let reader = Reader { _ = view.weight }
    view.send(.put(.nan))
    #expect(reader.notifications == 1)
    reader.observe()
    view.send(.count)
    #expect(reader.notifications == 1)
    view.send(.put(1))
    #expect(reader.notifications == 2)
  }
}
