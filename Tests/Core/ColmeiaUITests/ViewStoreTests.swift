import Foundation
import Observation
import TestSupport
import Testing

@testable import ColmeiaUI

@MainActor @Suite struct ViewStoreTests {
  @Test func `An action is visible when send returns`() {
    let view = ViewStore(makeStore())
    view.send(.typed("a"))
    #expect(view.text == "a")
  }

  @Test func `A bound text field keeps its text`() {
    let view = ViewStore(makeStore())
    let text = view.binding(\.text, Form.Action.typed)
    for letter in ["a", "b", "c", "d"] { text.wrappedValue += letter }
    #expect(text.wrappedValue == "abcd")
  }

  @Test func `An immediate answer of an effect is shown when send returns`() {
    let view = ViewStore(makeStore())
    view.send(.answerAtOnce("x"))
    #expect(view.text == "x")
  }

  @Test func `Readers are notified inside send`() {
    let view = ViewStore(makeStore())
    let reader = Reader { _ = view.text }
    view.send(.typed("a"))
    #expect(reader.notifications == 1)
  }

  @Test func `Only readers of a changed value are notified`() {
    let view = ViewStore(makeStore())
    let text = Reader { _ = view.text }
    let other = Reader { _ = view.other }
    view.send(.other(1))
    #expect(text.notifications == 0)
    #expect(other.notifications == 1)
  }

  @Test func `An equal value notifies no reader`() {
    let view = ViewStore(makeStore())
    let reader = Reader { _ = view.text }
    view.send(.typed(""))
    #expect(reader.notifications == 0)
    view.send(.typed("a"))
    reader.observe()
    view.send(.typed("a"))
    #expect(reader.notifications == 1)
  }

  @Test func `Observers see one state in each turn: the old one during the notification, the new one after it`() {
    let view = ViewStore(makeStore())
    var seen: [String] = []
    withObservationTracking {
      _ = view.text
    } onChange: {
      MainActor.assumeIsolated { seen.append(view.text + "\(view.inner.count)") }
    }
    view.send(.typed("a"))
    seen.append(view.text)
    #expect(seen == ["0", "a"])
  }

  /// Returns the number of comparisons that an action causes. A changed value is also compared with itself, because NaN
  /// counts as unchanged.
  private func comparisons(_ view: ViewStore<Form.State, Form.Action>, _ action: Form.Action) -> Int {
    let before = Measured.comparisons.load(ordering: .relaxed)
    view.send(action)
    return Measured.comparisons.load(ordering: .relaxed) - before
  }

  @Test func `An observed value is compared once for each action, and an unobserved value never`() {
    let view = ViewStore(makeStore())
    let readers = (0..<10).map { _ in Reader { _ = view.measured } }
    #expect(comparisons(view, .other(1)) == 1)
    #expect(comparisons(view, .measure(1)) == 2)
    #expect(readers.allSatisfy { $0.notifications == 1 })
    #expect(comparisons(view, .measure(2)) == 0)
    #expect(comparisons(view, .other(2)) == 0)
    #expect(view.shown.paths.isEmpty)
    readers[0].observe()
    #expect(comparisons(view, .measure(3)) == 2)
    #expect(readers[0].notifications == 2)
  }

  @Test func `An observed computed value is compared once for each action, until it is no longer observed`() {
    let view = ViewStore(makeStore())
    let reader = Reader { _ = view.copied }
    #expect(comparisons(view, .other(1)) == 1)
    #expect(comparisons(view, .measure(1)) == 2)
    #expect(reader.notifications == 1)
    #expect(comparisons(view, .measure(2)) == 0)
    #expect(view.shown.paths.isEmpty)
  }

  @Test func `A scope compares what is observed in it, and nothing else`() {
    let view = ViewStore(makeStore())
    let inner = view.scope(\.inner, Form.Action.inner)
    let count = Reader { _ = inner.count }
    #expect(comparisons(view, .inner(0)) == 0)
    let reader = Reader { _ = (inner.measured, inner.copied) }
    #expect(comparisons(view, .inner(1)) == 2)
    #expect(reader.notifications == 0 && count.notifications == 1)
  }

  @Test func `A path whose observation ended with another path of the same body costs nothing`() {
    let view = ViewStore(makeStore())
    // One observation of two paths ends for both if one of them changes.
    let reader = Reader { _ = (view.measured, view.text) }
    view.send(.typed("a"))
    #expect(comparisons(view, .typed("b")) == 0)
    #expect(reader.notifications == 1)
    #expect(view.shown.paths.isEmpty)
  }

  @Test func `Reading a value without observation costs nothing`() {
    let view = ViewStore(makeStore())
    _ = view.measured
    let before = Measured.comparisons.load(ordering: .relaxed)
    view.send(.measure(1))
    #expect(Measured.comparisons.load(ordering: .relaxed) == before)
    #expect(view.shown.paths.isEmpty)
    #expect(ObservationToken.isHeld)
  }

  @Test func `An action that is sent inside onChange is shown when the outer send returns`() {
    let view = ViewStore(makeStore())
    withObservationTracking {
      _ = view.text
    } onChange: {
      MainActor.assumeIsolated {
        view.send(.other(7))
        #expect(view.other == 0)
      }
    }
    view.send(.typed("a"))
    #expect(view.other == 7)
  }

  @Test func `Observers that answer each change with a send do not block the main actor forever`() async {
    let view = ViewStore(makeStore())
    let answering = Answering(view: view)
    answering.track()
    view.send(.other(1))
    #expect(view.other < 200)
    answering.isOn = false
  }

  @Test func `Actions of effects are shown in a turn of the main actor`() async {
    let view = ViewStore(makeStore())
    let reader = Reader { _ = view.other }
    await view.sendAndWait(.answerLater(5))
    await eventually("what the effect has sent") { view.other != 0 }
    #expect(view.other == 5)
    #expect(reader.notifications == 1)
  }

  @Test func `A view store that is no longer in use is released together with its store`() async {
    weak var view: ViewStore<Form.State, Form.Action>?
    weak var store: Store<Form>?
    do {
      let held = makeStore()
      store = held
      let shown = ViewStore(held)
      shown.send(.typed("a"))
      view = shown
      let inner = shown.scope(\.inner, Form.Action.inner)
      #expect(inner.count == 0)
    }
    #expect(view == nil)
    #expect(store == nil)
  }

  @Test func `A stopped store shows its last state`() {
    let store = makeStore()
    let view = ViewStore(store)
    view.send(.typed("a"))
    store.stop()
    view.send(.typed("b"))
    #expect(view.text == "a")
  }

  @Test func `An action that is sent inside withState of its store is shown in a later turn`() async {
    let store = makeStore()
    let view = ViewStore(store)
    store.withState { _ in
      view.send(.typed("a"))
      #expect(view.text == "")
    }
    await eventually("what was sent") { view.text == "a" }
  }

  @Test func `A preview shows its state, or runs with fixed answers`() {
    let still: ViewStore<Form.State, Form.Action> = .preview(Form.State(text: "t"))
    still.send(.typed("u"))
    #expect(still.text == "t")
    let alive = ViewStore.preview(Form.State(), Form()) { effect in
      if case .later(let number) = effect { .other(number) } else { nil }
    }
    alive.send(.answerLater(3))
    #expect(alive.other == 3)
  }
}

/// Sends an action for each change, inside `onChange`.
@MainActor private final class Answering {
  let view: ViewStore<Form.State, Form.Action>
  var isOn = true

  init(view: ViewStore<Form.State, Form.Action>) { self.view = view }

  func track() {
    withObservationTracking {
      _ = view.other
    } onChange: {
      MainActor.assumeIsolated {
        guard self.isOn else { return }
        self.track()
        self.view.send(.other(self.view.other + 2))
      }
    }
  }
}
