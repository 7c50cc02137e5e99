import ColmeiaExplorer
import ColmeiaTable

/// A row of the shop's basket: the quantity, and whether it is being saved.
struct BasketRow: Reducer {
  struct State: Sendable, Identifiable, Hashable {
    let id: Int
    var count = 1
    var isSaving = false
  }
  enum Action: Sendable { case more, fewer, saved(Bool) }
  enum Effect: Sendable, Equatable { case save(Int, Int) }
  enum ID: String { case save }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .more: state.count += 1
    case .fewer: state.count = max(0, state.count - 1)
    case .saved:
      state.isSaving = false
      return .none
    }
    state.isSaving = true
    return .run(.save(state.id, state.count), id: ID.save, .replace)
  }
}

/// A shop with a debounced search, a basket of rows, and a long-lived effect that sends prices while the shop is open.
struct ExploredShop: Reducer {
  struct State: Sendable {
    var text = ""
    var hits: [Int] = []
    var isSearching = false
    var rows = EntityTable<BasketRow.State>()
    var isOpen = false
    var price = 0
  }
  enum Action: Sendable {
    case type(String), found(String, [Int]), open, close, price(Int), add(Int), remove(Int)
    case row(Int, BasketRow.Action)
  }
  enum Effect: Sendable, Equatable { case find(String), prices, row(Int, BasketRow.Effect) }
  enum ID: String { case find }

  let rows = ChildRows(\State.rows, BasketRow(), Action.row, Effect.row)

  func longLived(in state: State) -> LongLivedEffects<Effect> { state.isOpen ? .running(.prices, id: "prices") : .none }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .type(let text):
      state.text = text
      state.isSearching = !text.isEmpty
      if text.isEmpty {
        state.hits = []
        return .cancel(ID.find)
      }
      return .run(.find(text), id: ID.find, .replace, .debounce(.milliseconds(300)))
    case .found(let text, let hits):
      if state.text == text {
        state.hits = hits
        state.isSearching = false
      }
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    case .price(let price): state.price = price
    case .add(let id): if !state.rows.contains(id: id) { state.rows.upsert(BasketRow.State(id: id)) }
    case .remove(let id): state.rows.remove(id: id)
    case .row(let id, let action): return rows.reduce(&state, id, action)
    }
    return .none
  }
}

func shopExplorer() -> Explorer<ExploredShop, NoServer> {
  var explorer = Explorer(ExploredShop.State(), ExploredShop())
  for text in ["", "h", "ho", "hon"] { explorer.action(.type(text)) }
  explorer.action(.open, when: { !$0.isOpen })
  explorer.action(.close, when: { $0.isOpen })
  explorer.action("add a hit") { state, choices in choices.pick(from: state.hits).map { .add($0) } }
  explorer.action(.add(1))
  explorer.action("remove a row") { state, choices in choices.pick(from: state.rows).map { .remove($0.id) } }
  explorer.action("more of a row") { state, choices in choices.pick(from: state.rows).map { .row($0.id, .more) } }
  explorer.action("fewer of a row") { state, choices in choices.pick(from: state.rows).map { .row($0.id, .fewer) } }
  explorer.outcomes { effect in
    switch effect {
    case .find(let text): [.answer(.found(text, [1, 2, 3])), .answer(.found(text, []))]
    case .prices: [.resolve([.price(1), .price(2)])]
    case .row(let id, .save): [.answer(.row(id, .saved(true))), .answer(.row(id, .saved(false)))]
    }
  }
  explorer.always("an empty field has no hits") { !$0.text.isEmpty || $0.hits.isEmpty }
  explorer.always("an empty text starts no search") { !$0.isSearching || !$0.text.isEmpty }
  explorer.always("a row is not negative") { $0.rows.allSatisfy { $0.count >= 0 } }
  explorer.always("the price is at most two") { $0.price <= 2 }
  explorer.eventually("nothing is being searched") { !$0.isSearching }
  explorer.eventually("nothing is being saved") { !$0.rows.contains { $0.isSaving } }
  return explorer
}
