import Colmeia
import Testing

@Suite struct MiddlewareTests {
  /// Records text, and has a child, a long-lived effect and an output.
  struct Base: Reducer {
    struct State: Equatable, Sendable {
      var seen: [String] = []
      var child: Int? = 0
      var isOpen = true
    }
    enum Action: Equatable, Sendable { case note(String), child(Leaf.Action), closeChild }
    enum Effect: Equatable, Sendable { case note(String), child(Leaf.Effect), socket }
    enum Output: Equatable, Sendable { case noted(String) }
    let child = Child(\State.child, Leaf(), Action.child, Effect.child)
    var isAllowed = false
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .note(let text):
        state.seen.append(text)
        return .run(.note(text)) + .output(.noted(text))
      case .child(let action): return child.reduce(&state, action)
      case .closeChild: state.child = nil
      }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isOpen ? .running(.socket, id: "socket") : .none
    }
  }
  struct Leaf: Reducer {
    typealias State = Int
    enum Action: Equatable, Sendable { case go }
    enum Effect: Equatable, Sendable { case work }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.work) }
  }

  static func starts<R: Reducer>(_ machine: inout Machine<R>) -> [R.Effect] {
    defer { machine.requests.removeAll() }
    return machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
  }

  @Test func `A middleware that passes on every action changes nothing, including long-lived effects and children`() {
    var plain = Machine(Base.State(), Base())
    var wrapped = Machine(Base.State(), Base().middleware { $2.reduce(into: &$0, action: $1) })
    #expect(Self.starts(&wrapped) == [.socket] && Self.starts(&plain) == [.socket])
    for action: Base.Action in [.note("a"), .child(.go), .closeChild, .note("b")] {
      plain.send(action)
      wrapped.send(action)
      #expect(wrapped.state == plain.state)
      #expect(wrapped.requests == plain.requests)
      plain.requests.removeAll()
      wrapped.requests.removeAll()
    }
  }

  @Test func `An action that a middleware does not pass on is dropped, and its step changes nothing`() {
    var machine = Machine(
      Base.State(),
      Base().middleware { state, action, next in
        action == .note("no") ? .none : next.reduce(into: &state, action: action)
      })
    _ = Self.starts(&machine)
    machine.send(.note("no"))
    #expect(machine.state == Base.State())
    #expect(machine.requests.isEmpty && machine.sequence == 1)
    machine.send(.note("yes"))
    #expect(machine.state.seen == ["yes"])
  }

  @Test func `A middleware replaces an action`() {
    let reducer = Base().middleware { state, action, next in
      if case .note(let text) = action { return next.reduce(into: &state, action: .note(text.uppercased())) }
      return next.reduce(into: &state, action: action)
    }
    let (state, effects) = reducer.reduced(Base.State(), .note("a"))
    #expect(state.seen == ["A"])
    #expect(effects == .run(.note("A")) + .output(.noted("A")))
  }

  @Test func `Additional actions are reduced in the same step, in order, and do not go through the middleware again`() {
    let reducer = Base().middleware { state, action, next in
      guard case .note(let text) = action else { return next.reduce(into: &state, action: action) }
      return next.reduce(into: &state, action: .note(text + "1")) + next.reduce(into: &state, action: action)
        + next.reduce(into: &state, action: .note(text + "2"))
    }
    var machine = Machine(Base.State(), reducer)
    _ = Self.starts(&machine)
    machine.send(.note("a"))
    #expect(machine.sequence == 1)
    #expect(machine.state.seen == ["a1", "a", "a2"])
    #expect(Self.starts(&machine) == [.note("a1"), .note("a"), .note("a2")])
  }

  @Test func `The outer one of two middlewares receives the action first`() {
    func marked<R: Reducer<Base.State, Base.Action, Base.Effect>>(_ reducer: R, _ mark: String) -> MiddlewareReducer<R>
    {
      reducer.middleware { state, action, next in
        guard case .note(let text) = action else { return next.reduce(into: &state, action: action) }
        return next.reduce(into: &state, action: .note(text + mark))
      }
    }
    let outer = marked(marked(Base(), " inner"), " outer")
    #expect(outer.reduced(Base.State(), .note("a")).state.seen == ["a outer inner"])
  }

  /// The parent of a child whose middleware depends on the parent's state.
  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var base: Base.State? = Base.State()
      var isAllowed = false
      var received: [String] = []
    }
    enum Action: Sendable { case base(Base.Action), allow, close }
    enum Effect: Equatable, Sendable { case base(Base.Effect) }
    let base = Child(
      \State.base,
      Base().middleware { state, action, next in
        next.isAllowed ? next.reduce(into: &state, action: action) : .none
      }, Action.base, Effect.base
    ).configured { $0.base.isAllowed = $1.isAllowed }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .base(let action):
        return base.reduce(&state, action) { state, output in
          if case .noted(let text) = output { state.received.append(text) }
          return .none
        }
      case .allow: state.isAllowed = true
      case .close: state.base = nil
      }
      return .none
    }
  }

  @Test func `A child with a middleware keeps its outputs, its long-lived effects and its cancellation`() {
    var machine = Machine(Parent.State(), Parent())
    #expect(Self.starts(&machine) == [.base(.socket)])
    machine.send(.base(.note("no")))
    machine.send(.allow)
    machine.send(.base(.note("yes")))
    machine.send(.base(.child(.go)))
    #expect(machine.state.received == ["yes"])
    #expect(Self.starts(&machine) == [.base(.note("yes")), .base(.child(.work))])
    machine.send(.close)
    #expect(machine.requests.count == 3, "the socket, the note, and the child's work are cancelled")
  }

  @Test func `A store reduces through the middleware, and its trace shows the actions that were sent`() {
    let gate = Base().middleware { state, action, next in
      action == .note("no") ? .none : next.reduce(into: &state, action: action)
    }
    struct Handler: EffectHandler {
      func work(for effect: Base.Effect) -> Work<Base.Action> { .done }
    }
    let seen = Log<String>()
    let store = Store(Base.State(), gate, Handler()) { event, _ in
      if case .step(let step) = event, case .send(let action) = step.input { seen.append("\(action)") }
    }
    store.send(.note("no"))
    store.send(.note("yes"))
    #expect(store.state.seen == ["yes"])
    #expect(seen.elements == ["note(\"no\")", "note(\"yes\")"])
  }
}
