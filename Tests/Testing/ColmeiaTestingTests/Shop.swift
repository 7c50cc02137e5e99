import Colmeia

/// A feature with every kind of effect, for the tests of the test stores.
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

  /// A child that starts an effect.
  struct Detail: Reducer {
    enum Effect: Equatable, Sendable { case load }
    typealias State = Int
    typealias Action = Void
    func reduce(into state: inout Int, action: Void) -> Effects { .run(.load) }
  }
  let detail = Child(\State.detail, Detail(), { Action.startInDetail }, { _ in Effect.detail })

  func reduce(into state: inout State, action: Action) -> Effects {
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
    case .startInDetail: return detail.reduce(&state, ())
    case .openTwice: state.isOpen = true
    case .nothing: break
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.socket, id: ID.socket) : .none
  }
}

/// A shop whose parent doesn't list its child in `children`.
struct ForgetfulShop: Reducer {
  typealias Effect = Shop.Effect
  var shop: Shop { Shop() }
  typealias State = Shop.State
  typealias Action = Shop.Action
  func reduce(into state: inout Shop.State, action: Shop.Action) -> Effects {
    shop.reduce(into: &state, action: action)
  }
  func longLived(in state: Shop.State) -> LongLivedEffects<Shop.Effect> { shop.longLived(in: state) }
}
