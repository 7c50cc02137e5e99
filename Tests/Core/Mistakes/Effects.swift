import Colmeia

// Mistakes with effects and their handlers, and the errors that explain them. No target contains this file.

struct Draft: Reducer {
  struct State: Equatable, Sendable {}
  enum Action: Sendable { case save, saveSoon, saved, failed }
  enum Effect: Equatable, Sendable { case save }
  enum ID: String { case save }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .save: .run(.save, ID.save, .queue)  // expected-error {{write `id:` before the id}}
    // expected-error@+1 {{write the delay as the start of the effect: `.after(…)`}}
    case .saveSoon: .run(.save, id: ID.save, .replace, after: .seconds(1))
    // expected-error@+1 {{write `after:` for a delay; a debounce or a throttle needs an id, `id:`}}
    case .saved: .run(.save, .debounce(.seconds(1)))
    case .failed: .none
    }
  }
}

struct DraftHandler: EffectHandler {
  var save: @Sendable () async throws -> Void

  func work(for effect: Draft.Effect) -> Work<Draft.Action> {
    // expected-error@+1 {{this work can throw; add `catch:`, which returns the action for an error}}
    .async { send in
      try await save()
      send(.saved)
    }
  }
}

struct AnsweringHandler: EffectHandler {
  var save: @Sendable () async throws -> Void

  func work(for effect: Draft.Effect) -> Work<Draft.Action> {
    // expected-error@+1 {{this work can throw; add `catch:`, which returns the action for an error}}
    .answer {
      try await save()
      return .saved
    }
  }
}

struct Desk: Reducer {
  struct State: Equatable, Sendable { var draft = Draft.State() }
  enum Action: Sendable { case draft(Draft.Action) }
  enum Effect: Equatable, Sendable { case draft(Draft.Effect), none }

  let draft = Child(\State.draft, Draft(), Action.draft, Effect.draft)

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .draft(let action): draft.reduce(&state, action)
    }
  }
}

struct DeskHandler: EffectHandler {
  var draft: DraftHandler

  func work(for effect: Desk.Effect) -> Work<Desk.Action> {
    switch effect {
    // expected-error@+1 {{embed the work of the child: `parent.child.work(for: effect, by: handler)`}}
    case .draft(let effect): draft.work(for: effect)
    case .none: .done
    }
  }
}

func open() -> Store<Draft> {
  Store(Draft.State(), Draft())  // expected-error {{this feature has effects; pass the handler that carries them out}}
}
