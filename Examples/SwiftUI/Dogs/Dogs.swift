import Colmeia
import ColmeiaTable

/// A list of dogs that can be liked individually, with a search field and a form to add another dog.
struct Dogs: Reducer {
  struct State: Equatable, Sendable {
    var search = ""
    var dogs = EntityTable<Dog.State>()
    var isLoading = false
    var problem: String?
    var form: DogForm.State?
  }

  enum Action: Sendable {
    case searched(String)
    case refreshed
    case loaded([Dog.State])
    case failed(String)
    case problemRead
    case dog(Dog.State.ID, Dog.Action)
    case deleted([Int])
    case moved([Int], to: Int)
    case addTapped
    case form(DogForm.Action)
    case formClosed
  }

  enum Effect: Equatable, Sendable { case find(String) }
  enum ID: String { case find }

  let dogs = ChildRows(\State.dogs, Dog(), Action.dog, noRowEffects(in: Effect.self))
  let form = Child(\State.form, DogForm(), Action.form, noEffects(in: Effect.self))

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .searched(let text):
      if text == state.search { return .none }
      state.search = text
      state.dogs = []  // those of the older search
      state.isLoading = true
      return .run(.find(text), id: ID.find, .replace, .debounce(.milliseconds(300)))
    case .refreshed:
      state.isLoading = true
      return .run(.find(state.search), id: ID.find, .replace)
    case .loaded(let dogs):
      state.dogs = EntityTable(dogs)
      state.isLoading = false
    case .failed(let problem):
      state.problem = problem
      state.isLoading = false
    case .problemRead: state.problem = nil
    case .dog(let id, let action): return dogs.reduce(&state, id, action)
    case .deleted(let positions): state.dogs.remove(atOffsets: positions)
    case .moved(let positions, let destination): state.dogs.move(fromOffsets: positions, toOffset: destination)
    case .addTapped: state.form = DogForm.State()
    case .form(let action):
      return form.reduce(&state, action) { state, output in
        switch output {
        case .added(let name):
          state.dogs.upsert(Dog.State(id: name, name: name))
          state.form = nil
          return .none
        }
      }
    case .formClosed: state.form = nil
    }
    return .none
  }
}

/// A dog in the list.
struct Dog: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id: String
    var name: String
    var isLiked = false
  }

  enum Action: Sendable { case liked }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .liked: state.isLiked.toggle()
    }
    return .none
  }
}

/// The form to add a dog.
struct DogForm: Reducer {
  struct State: Equatable, Sendable {
    var name = ""
    var isVaccinated = false

    var problem: String? {
      if name.isEmpty { return "Every dog has a name." }
      return isVaccinated ? nil : "Please see the vet first."
    }
  }

  enum Action: Sendable { case named(String), vaccinated(Bool), saved }
  enum Output: Equatable, Sendable { case added(String) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .named(let name): state.name = name
    case .vaccinated(let isVaccinated): state.isVaccinated = isVaccinated
    case .saved: if state.problem == nil { return .output(.added(state.name)) }
    }
    return .none
  }
}

/// Carries out the search.
struct DogsHandler: EffectHandler {
  var find: @Sendable (String) async throws -> [Dog.State]

  func work(for effect: Dogs.Effect) -> Work<Dogs.Action> {
    switch effect {
    case .find(let text):
      .answer {
        .loaded(try await find(text))
      } catch: {
        .failed("\($0)")
      }
    }
  }
}
