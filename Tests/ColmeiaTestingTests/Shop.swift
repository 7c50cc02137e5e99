import Colmeia

/// A feature with effects of every kind, for the tests of the test stores.
struct Shop: Reducer {
  struct State: Equatable, Sendable {
    var items: [String] = []
    var isLoading = false
    var isOpen = false
    var detail: Int?
  }

  enum Action: Sendable {
    case load(String), loaded([String]), cancel
    case search(String), save(String), poll(String)
    case open(Bool), detail(Int?), startInDetail, openTwice, nothing
  }

  enum Effect: Equatable, Sendable { case fetch(String), save(String), socket, detail }
  enum ID: String { case load, save, search, poll, socket }

  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .load(let name):
      state.isLoading = true
      return .run(.fetch(name), id: ID.load, .replace)
    case .loaded(let items):
      state.items = items
      state.isLoading = false
    case .cancel:
      state.isLoading = false
      return .cancel(ID.load)
    case .search(let text): return .run(.fetch(text), id: ID.search, .replace, .debounce(.milliseconds(300)))
    case .save(let text): return .run(.save(text), id: ID.save, .queue)
    case .poll(let text): return .run(.fetch(text), id: ID.poll)
    case .open(let isOpen): state.isOpen = isOpen
    case .detail(let detail): state.detail = detail
    case .startInDetail: return Effects.run(Effect.detail).lift({ $0 }, in: "detail")
    case .openTwice: state.isOpen = true
    case .nothing: break
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.socket, id: ID.socket) : .none
  }
}

/// The same, with a parent that says when its child is there.
struct CarefulShop: Reducer {
  func reduce(into state: inout Shop.State, action: Shop.Action) -> Effects<Shop.Effect> {
    Shop().reduce(into: &state, action: action)
  }
  func longLived(in state: Shop.State) -> LongLivedEffects<Shop.Effect> { Shop().longLived(in: state) }
  func contains(_ child: EffectScope, in state: Shop.State) -> Bool { child.first != "detail" || state.detail != nil }
}
