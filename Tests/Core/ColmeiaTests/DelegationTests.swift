import ColmeiaTesting
import Testing

@testable import Colmeia

/// Reducers that delegate to others: their long-lived effects, and the children they may not have.
@Suite struct DelegationTests {
  struct Old: Reducer {
    struct State: Equatable, Sendable { var isNew = false, count = 0 }
    enum Action: Sendable { case change, add }
    enum Effect: Equatable, Sendable { case socket }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .change: state.isNew.toggle()
      case .add: state.count += 1
      }
      return .none
    }
  }

  struct New: Reducer {
    typealias State = Old.State
    typealias Action = Old.Action
    typealias Effect = Old.Effect
    func reduce(into state: inout State, action: Action) -> EffectList<Effect, Never> {
      Old().reduce(into: &state, action: action)
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.socket, id: "socket") }
  }

  /// Delegates to one of two reducers, one of which declares no long-lived effects; its type says so.
  struct Flagged: Reducer {
    typealias State = Old.State
    typealias Action = Old.Action
    typealias Effect = Old.Effect
    func reduce(into state: inout State, action: Action) -> EffectList<Effect, Never> {
      Old().reduce(into: &state, action: action)
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isNew ? New().longLived(in: state) : .none
    }
  }

  private func kinds<R: Reducer>(_ machine: inout Machine<R>) -> [String] {
    defer { machine.requests = [] }
    return machine.requests.map {
      switch $0 {
      case .start: "start"
      case .cancel: "cancel"
      case .report(let problem): "\(problem)"
      default: "other"
      }
    }
  }

  @Test func `A reducer that sometimes delegates to one without long-lived effects can still have some`() {
    var machine = Machine(Old.State(), Flagged())
    #expect(kinds(&machine) == [])
    machine.send(.change)
    #expect(kinds(&machine) == ["start"])
    machine.send(.change)
    #expect(kinds(&machine) == ["cancel"])
    machine.send(.change)
    #expect(kinds(&machine) == ["start"])
  }

  @Test func `The type of a reducer tells whether it declares long-lived effects, also below a middleware`() {
    func declares<R: Reducer>(_: R) -> Bool { R.declaresLongLived }
    #expect(!declares(Old()))
    #expect(!declares(Old().middleware { state, action, next in next.reduce(into: &state, action: action) }))
    #expect(!declares(Recursive { Old() }))
    #expect(declares(Flagged()))
    #expect(declares(Flagged().middleware { state, action, next in next.reduce(into: &state, action: action) }))
    #expect(declares(Recursive { New() }))
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var user = 1
      var child: Old.State?
      var screen: Screen = .none
    }
    enum Screen: Equatable, Sendable {
      case none, greeting(Greeting.State)
      var greeting: Greeting.State? { if case .greeting(let state) = self { state } else { nil } }
    }
    enum Action: Sendable { case child(Old.Action), show, greeting(Greeting.Action) }
    enum Effect: Equatable, Sendable { case child(Old.Effect) }
    let child = Child(\State.child, Old(), Action.child, Effect.child)
    let greeting = Child(
      \State.screen, \.greeting, Screen.greeting, Greeting(), Action.greeting, noEffects(in: Effect.self),
      name: "greeting"
    ).configured { $0.user = $1.user }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .child(let action): return child.reduce(&state, action)
      case .greeting(let action): return greeting.reduce(&state, action)
      case .show: state.screen = .greeting(Greeting.State())
      }
      return .none
    }
  }

  struct Greeting: Reducer {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Sendable { case greet }
    var user = 0
    func reduce(into state: inout State, action: Action) -> Effects {
      state.text = "hello \(user)"
      return .none
    }
  }

  @Test func `An action for a child that doesn't exist is ignored and reported`() {
    var machine = Machine(Parent.State(), Parent())
    machine.send(.child(.add))
    #expect(
      kinds(&machine) == [
        "an action for 'child' was ignored, because that child doesn't exist. "
          + "If this may happen, check in the parent whether it exists before passing the action on."
      ])
    machine.send(.greeting(.greet))
    #expect(kinds(&machine).first?.hasPrefix("an action for 'greeting' was ignored") == true)
  }

  @Test func `The case of an enum can need something of its parent`() {
    var machine = Machine(Parent.State(user: 7), Parent())
    machine.send(.show)
    machine.send(.greeting(.greet))
    #expect(machine.state.screen == .greeting(Greeting.State(text: "hello 7")))
    #expect(kinds(&machine) == [])
  }

  struct Failure: Error {}

  @Test(arguments: [nil, "failed"]) func `An error of asynchronous work becomes an action`(failure: String?) async {
    let sent = Log<String>()
    let work = Work<String>.async { send in
      send("begun")
      if failure != nil { throw Failure() }
      throw CancellationError()
    } catch: { error in
      "\(type(of: error))"
    }
    await work.run(Send { sent.append($0) })
    #expect(sent.elements == (failure == nil ? ["begun"] : ["begun", "Failure"]))
  }

  @Test func `An error of asynchronous work can end it without an action`() async {
    let sent = Log<String>()
    let work = Work<String>.async { _ in
      throw Failure()
    } catch: { _ in
      nil
    }
    await work.run(Send { sent.append($0) })
    #expect(sent.elements == [])
  }
}
