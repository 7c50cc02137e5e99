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
    let fixed = EntityTable<Item.State>()
    var array: [Item.State] = []
  }
  enum Action: Sendable { case add(Int), first(Item.Action), item(Int, Item.Action), lost(Item.Action) }
  enum Effect: Equatable, Sendable { case first(Item.Effect), item(Int, Item.Effect) }

  let first = Child(\State.first, Item(), Action.first, Effect.first)
  // expected-error@+1 {{the rows of a table are declared with 'ChildRows'}}
  let wrong = Child(\State.items, Item(), Action.item, Effect.item)
  // expected-error@+1 {{the rows of a table are declared with 'ChildRows'}}
  let wrongToo = Child(\State.items, Item(), Action.first, Effect.first)
  // expected-error@+1 {{keep the rows in an `EntityTable`, and declare them with `ChildRows`}}
  let array = Child(\State.array, Item(), Action.item, Effect.item)
  // expected-error@+1 {{keep the rows in an `EntityTable`, and declare them with `ChildRows`}}
  let arrayToo = Child(\State.array, Item(), Action.first, Effect.first)
  // expected-error@+1 {{keep the rows in an `EntityTable`}}
  let arrayRows = ChildRows(\State.array, Item(), Action.item, Effect.item)
  // expected-error@+1 {{this isn't the path of a `var`}}
  let fixed = ChildRows(\State.fixed, Item(), Action.item, Effect.item)
  // expected-error@+1 {{a case for rows carries the id, too: `case dog(Dog.ID, Dog.Action)`}}
  let unnamed = ChildRows(\State.items, Item(), Action.first, Effect.first)
  // expected-error@+1 {{a case for rows carries the id, too: `case dog(Dog.ID, Dog.Effect)`}}
  let unnamedEffect = ChildRows(\State.items, Item(), Action.item, Effect.first)
  // expected-error@+1 {{these rows have effects; pass the case that carries them, such as `Effect.dog`}}
  let silent = ChildRows(\State.items, Item(), Action.item, noRowEffects(in: Effect.self))
  // expected-error@+1 {{'noEffects(in:)' has been renamed to 'noRowEffects(in:)'}}
  let silentToo = ChildRows(\State.items, Item(), Action.item, noEffects(in: Effect.self))
  let items = ChildRows(\State.items, Item(), Action.item, Effect.item)

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let id):
      state.items.append(Item.State(id: id))  // expected-error {{'append' has been renamed to 'upsert'}}
      return .none
    case .first(let action):
      return first.reduce(&state, action)  // expected-error {{this child has outputs; pass `onOutput:` to reduce them}}
    case .item(let id, let action):
      // expected-error@+1 {{return the effects of the row: write `return` before this call}}
      items.reduce(&state, id, action) { _, _ in .none }
      // expected-error@+1 {{these rows have outputs; pass `onOutput:` to reduce them}}
      return items.reduce(&state, id, action)
    case .lost(let action):
      // expected-error@+1 {{'reduce(_:_:onOutput:)' is unavailable: return the child's effects, or write `let effects: Effects = child.reduce(…)`}}
      first.reduce(&state, action) { _, _ in .none }
    }
    return .none
  }
}
