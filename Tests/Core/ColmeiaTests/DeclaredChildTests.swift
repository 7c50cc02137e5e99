import ColmeiaTable
import Testing

@testable import Colmeia

/// Children are found wherever a reducer stores them.
@Suite struct DeclaredChildTests {
  struct Leaf: Reducer {
    struct State: Equatable, Sendable { var name = "" }
    enum Action: Sendable { case run }
    enum Effect: Equatable, Sendable { case work(as: String) }
    var name = ""
    func reduce(into state: inout State, action: Action) -> Effects {
      state.name = name
      return .run(.work(as: name))
    }
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var user = "Ana"
      var sheets: [String: Leaf.State] = [:]
      subscript(sheet name: String) -> Leaf.State? {
        get { sheets[name] }
        set { sheets[name] = newValue }
      }
    }
    enum Action: Sendable { case open(String), close(String), rename(String), sheet(String, Leaf.Action) }
    enum Effect: Equatable, Sendable { case sheet(String, Leaf.Effect) }
    typealias Sheet = Child<State, Action, Effect, Leaf>
    struct Group: Sendable { let inner: Sheet, pair: (Sheet, Sheet) }

    static func sheet(_ name: String) -> Sheet {
      Child(\State[sheet: name], Leaf(), { .sheet(name, $0) }, { .sheet(name, $0) }, name: name)
    }
    let plain = sheet("plain")
    let optional: Sheet? = sheet("optional")
    let nothing: Sheet? = nil
    let array = [sheet("array 0"), sheet("array 1")]
    let dictionary = ["key": sheet("dictionary")]
    let group = Group(inner: sheet("inner"), pair: (sheet("left"), sheet("right")))
    let configured = sheet("configured").configured { $0.name = $1.user }

    static let names = [
      "plain", "optional", "array 0", "array 1", "dictionary", "inner", "left", "right", "configured",
    ]

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .open(let name): state.sheets[name] = Leaf.State()
      case .close(let name): state.sheets[name] = nil
      case .rename(let name): state.user = name
      case .sheet(let name, let action):
        guard let child = declaredChildren(of: self).first(where: { $0.name == name }) as? Sheet else { return .none }
        return child.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `Children are found in properties, optionals, arrays, dictionaries, structs and tuples`() {
    #expect(declaredChildren(of: Parent()).map(\.name) == Parent.names)
  }

  @Test func `Children are found below a middleware and in a recursive reducer`() {
    let wrapped = Parent().middleware { state, action, next in next.reduce(into: &state, action: action) }
    #expect(declaredChildren(of: wrapped).map(\.name) == Parent.names)
    #expect(declaredChildren(of: Recursive { Parent() }).map(\.name) == Parent.names)
  }

  @Test(arguments: Parent.names)
  func `What a child has started is cancelled with it, wherever it is stored`(name: String) {
    var machine = Machine(Parent.State(), Parent())
    for action: Parent.Action in [.open(name), .sheet(name, .run), .close(name)] { machine.send(action) }
    let kinds = machine.requests.map { request in
      switch request {
      case .start: "start"
      case .cancel: "cancel"
      default: "\(request)"
      }
    }
    #expect(kinds == ["start", "cancel"])
  }

  @Test func `A configured child gets what it needs from the newest state of its parent`() {
    var machine = Machine(Parent.State(), Parent())
    machine.send(.open("configured"))
    machine.send(.sheet("configured", .run))
    #expect(machine.state.sheets["configured"]?.name == "Ana")
    machine.send(.rename("Bia"))
    machine.send(.sheet("configured", .run))
    #expect(machine.state.sheets["configured"]?.name == "Bia")
    let effects = machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
    #expect(effects == [.sheet("configured", .work(as: "Ana")), .sheet("configured", .work(as: "Bia"))])
  }

  /// A folder, which contains folders.
  struct Folder: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      let id: Int
      var isSyncing = false
      var folders = EntityTable<State>()
    }
    indirect enum Action: Sendable { case scan, sync, remove(Int), folder(Int, Action) }
    indirect enum Effect: Equatable, Sendable { case scan, sync, folder(Int, Effect) }
    let folders = ChildRows(\State.folders, Recursive { Folder() }, Action.folder, Effect.folder)
    init() {}
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .scan: return .run(.scan)
      case .sync: state.isSyncing = true
      case .remove(let id): state.folders.remove(id: id)
      case .folder(let id, let action): return folders.reduce(&state, id, action)
      }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isSyncing ? .running(.sync, id: "sync") : .none
    }
  }

  @Test func `A feature that contains itself works at every depth, and ends with what contains it`() {
    let inner = Folder.State(id: 2, folders: [Folder.State(id: 3)])
    var machine = Machine(Folder.State(id: 0, folders: [Folder.State(id: 1, folders: [inner])]), Folder())
    machine.send(.folder(1, .folder(2, .folder(3, .scan))))
    machine.send(.folder(1, .folder(2, .folder(3, .sync))))
    let started = machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
    #expect(started == [.folder(1, .folder(2, .folder(3, .scan))), .folder(1, .folder(2, .folder(3, .sync)))])
    machine.requests = []
    machine.send(.folder(1, .remove(2)))
    #expect(machine.requests.count { if case .cancel = $0 { true } else { false } } == 2)
    #expect(machine.requests.count == 2 && machine.state.folders[id: 1]?.folders.isEmpty == true)
  }
}
