import Colmeia
import ColmeiaTable

// Mistakes with rows and outputs, and the errors that explain them. No target contains this file.

struct Item: Reducer {
  struct State: Equatable, Identifiable, Sendable { var id: Int }
  enum Action: Sendable { case remove }
  enum Effect: Equatable, Sendable { case save }
  enum Output: Equatable, Sendable { case removed }

  func reduce(into state: inout State, action: Action) -> Effects { .output(.removed) }
}

struct Shop: Reducer {
  struct State: Equatable, Sendable {
    var first = Item.State(id: 1)
    var items = EntityTable<Item.State>()
  }
  enum Action: Sendable { case add(Int), first(Item.Action), item(Int, Item.Action) }
  enum Effect: Equatable, Sendable { case first(Item.Effect), item(Int, Item.Effect) }

  let first = Child(\State.first, Item(), Action.first, Effect.first)
  // expected-error@+1 {{the rows of a table are declared with 'ChildRows'}}
  let wrong = Child(\State.items, Item(), Action.item, Effect.item)
  let items = ChildRows(\State.items, Item(), Action.item, Effect.item)
  var children: Children { [first, items] }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let id):
      state.items.append(Item.State(id: id))  // expected-error {{'append' has been renamed to 'upsert'}}
      return .none
    case .first(let action):
      return first.reduce(&state, action)  // expected-error {{this child has outputs; pass `onOutput:` to reduce them}}
    case .item(let id, let action): return items.reduce(&state, id, action) { _, _ in .none }
    }
  }
}
