import ColmeiaTable
import Testing

@testable import Colmeia

/// Children whose state is in a `Branch`, or in another computed property.
@Suite struct ChildBranchTests {
  struct Page: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id = 0
      var words = ["a"]
      var isOpen = false
    }
    enum Action: Sendable { case add(String) }
    enum Effect: Equatable, Sendable { case load(String), follow }
    func reduce(into state: inout State, action: Action) -> Effects {
      guard case .add(let word) = action else { return .none }
      state.words.append(word)
      return .run(.load(word))
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isOpen ? .running(.follow, id: "follow") : .none
    }
  }

  struct Book: Reducer {
    enum Screen: Equatable, Sendable {
      case page(Page.State), none
      var page: Page.State? { if case .page(let page) = self { page } else { nil } }
    }
    struct State: Equatable, Sendable {
      var title = "Dom Casmurro"
      @Branch var first = Page.State()
      @Branch var second: Page.State?
      @Branch var screen = Screen.page(Page.State())
      @Branch var pages = EntityTable([Page.State(id: 1), Page.State(id: 2)])
      /// A copy of a version, which looks like a branch.
      var seen: Branch<Page.State>.Version?
    }
    enum Action: Sendable {
      case rename, edit(@Sendable (inout State) -> Void)
      case first(Page.Action), second(Page.Action), screen(Page.Action), page(Int, Page.Action)
    }
    enum Effect: Equatable, Sendable {
      case first(Page.Effect), second(Page.Effect), screen(Page.Effect), page(Int, Page.Effect)
    }
    let first = Child(\State.first, within: \State.$first, Page(), Action.first, Effect.first, name: "first")
    let second = Child(\State.second, within: \State.$second, Page(), Action.second, Effect.second, name: "second")
    let screen = Child(
      \State.screen, within: \State.$screen, \.page, Screen.page, Page(), Action.screen, Effect.screen, name: "screen")
    let pages = ChildRows(\State.pages, within: \State.$pages, Page(), Action.page, Effect.page, name: "pages")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .rename: state.title += "!"
      case .edit(let change): change(&state)
      case .first(let action): return first.reduce(&state, action)
      case .second(let action): return second.reduce(&state, action)
      case .screen(let action): return screen.reduce(&state, action)
      case .page(let id, let action): return pages.reduce(&state, id, action)
      }
      return .none
    }
  }

  /// Returns the effects that the machine starts or cancels for an action.
  private func requests<R: Reducer>(of action: R.Action, _ machine: inout Machine<R>) -> [String] {
    machine.requests = []
    machine.send(action)
    return machine.requests.map {
      switch $0 {
      case .start(_, let effect): "start \(effect)"
      case .cancel(let id): "cancel \(id.number)"
      case .report(.absentChild(let scope)): "absent \(scope)"
      default: "\($0)"
      }
    }
  }

  /// A child that is declared within the version of another branch of the same type.
  struct Mixed: Reducer {
    struct State: Equatable, Sendable {
      @Branch var oven = Page.State()
      @Branch var egg = Page.State()
    }
    enum Action: Sendable { case egg(Page.Action) }
    enum Effect: Equatable, Sendable { case egg(Page.Effect) }
    let egg = Child(\State.egg, within: \State.$oven, Page(), Action.egg, Effect.egg, name: "egg")
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .egg(let action): egg.reduce(&state, action)
      }
    }
  }

  @Test func `A child within the version of another branch is still found where its path leads`() {
    var machine = Machine(Mixed.State(), Mixed())
    #expect(requests(of: .egg(.add("b")), &machine).count == 1)
    #expect(machine.state.egg.words == ["a", "b"] && machine.state.oven.words == ["a"])
  }

  @Test func `A child in a branch changes in place, and its writes create a version`() {
    var machine = Machine(Book.State(), Book())
    let version = machine.state.$first
    #expect(requests(of: .first(.add("b")), &machine) == ["start \(Book.Effect.first(.load("b")))"])
    #expect(machine.state.first.words == ["a", "b"])
    #expect(machine.state.$first != version)
    #expect(machine.state.second == nil && machine.state.title == "Dom Casmurro")
    #expect(requests(of: .second(.add("b")), &machine) == ["absent second"])
    machine.send(.edit { $0.second = Page.State() })
    machine.send(.second(.add("c")))
    #expect(machine.state.second?.words == ["a", "c"])
    machine.send(.screen(.add("d")))
    #expect(machine.state.screen.page?.words == ["a", "d"])
    machine.send(.page(2, .add("e")))
    #expect(machine.state.pages[id: 2]?.words == ["a", "e"] && machine.state.pages[id: 1]?.words == ["a"])
  }

  @Test func `Long-lived effects start and end with any write of the branch`() {
    var machine = Machine(Book.State(), Book())
    let opened = requests(
      of: .edit {
        $0.first.isOpen = true
        $0.second = Page.State(isOpen: true)
        $0.screen = .page(Page.State(isOpen: true))
        $0.pages.update(1) { $0.isOpen = true }
      }, &machine)
    let started: [Book.Effect] = [.first(.follow), .second(.follow), .screen(.follow), .page(1, .follow)]
    #expect(opened == started.map { "start \($0)" })
    #expect(requests(of: .rename, &machine).isEmpty)
    #expect(requests(of: .edit { $0.second?.isOpen = false }, &machine) == ["cancel 2"])
    #expect(requests(of: .edit { $0.screen = .none }, &machine) == ["cancel 3"])
    #expect(requests(of: .edit { $0.pages = [] }, &machine) == ["cancel 4"])
    #expect(requests(of: .edit { $0.first = Page.State() }, &machine) == ["cancel 1"])
    #expect(requests(of: .edit { $0 = State(first: Page.State(isOpen: true)) }, &machine).count == 1)
  }
  private typealias State = Book.State

  @Test func `A copy of the version in the state is not taken for the branch`() {
    var state = Book.State()
    state.seen = state.$first
    var machine = Machine(state, Book())
    machine.send(.first(.add("b")))
    machine.send(.edit { $0.seen = nil })
    machine.send(.first(.add("c")))
    #expect(machine.state.first.words == ["a", "b", "c"])
  }

  /// Pages behind computed properties: in an object, and one of two.
  struct Shelf: Reducer {
    struct Slot: Equatable, Sendable { @Branch var page = Page.State() }
    struct State: Sendable {
      var box = [Slot()]
      var boxed: Page.State {
        get { box[0].page }
        set { box[0].page = newValue }
      }
      var boxedVersion: Branch<Page.State>.Version { box[0].$page }
      var left = Slot(), right = Slot()
      var isRight = false
      /// A copy of a version. The branch itself isn't in the memory of this state.
      var seen: Branch<Page.State>.Version?
      var current: Slot {
        get { isRight ? right : left }
        set { if isRight { right = newValue } else { left = newValue } }
      }
    }
    enum Action: Sendable { case turn, boxed(Page.Action), current(Page.Action) }
    enum Effect: Equatable, Sendable { case boxed(Page.Effect), current(Page.Effect) }
    let boxed = Child(\State.boxed, within: \State.boxedVersion, Page(), Action.boxed, Effect.boxed, name: "boxed")
    let current = Child(\State.current.page, within: \State.current.$page, Page(), Action.current, Effect.current)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .turn: state.isRight.toggle()
      case .boxed(let action): return boxed.reduce(&state, action)
      case .current(let action): return current.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `A branch that isn't stored in the state, or not always the same one, is copied instead`() {
    var state = Shelf.State()
    state.seen = state.boxedVersion
    var machine = Machine(state, Shelf())
    machine.send(.boxed(.add("b")))
    #expect(machine.state.boxed.words == ["a", "b"])
    machine.send(.current(.add("left")))
    machine.send(.turn)
    machine.send(.current(.add("right")))
    #expect(machine.state.left.page.words == ["a", "left"] && machine.state.right.page.words == ["a", "right"])
  }

  @Test func `A child at a computed property is named after its reducer, because the property has no name`() {
    #expect(Shelf().current.name == "Page")
    #expect(Shelf().boxed.name == "boxed")
  }
}
