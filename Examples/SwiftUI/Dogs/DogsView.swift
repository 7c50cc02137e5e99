import Colmeia
import ColmeiaUI
import SwiftUI

/// The list. Each view is redrawn only if something that it reads has changed: typing a search redraws no row, and a
/// like redraws one row.
struct DogsView: View {
  let dogs: ViewStore<Dogs.State, Dogs.Action>

  var body: some View {
    List {
      if dogs.isLoading { ProgressView() }
      ForEach(dogs.rows(\.dogs, Dogs.Action.dog)) { row in DogRow(dog: row.view) }
        .onDelete { dogs.send(.deleted(Array($0))) }
        .onMove { dogs.send(.moved(Array($0), to: $1)) }
      Button("Add a dog") { dogs.send(.addTapped) }
    }
    .navigationTitle("Dogs")
    .searchable(text: dogs.binding(\.search, Dogs.Action.searched), prompt: "Breed")
    .refreshable { await dogs.sendAndWait(.refreshed) }
    .sheet(item: dogs.item(\.form, Dogs.Action.form, dismiss: .formClosed)) { form in DogFormView(form: form) }
    .alert("No dogs", isPresented: dogs.isPresented(\.problem, dismiss: .problemRead), presenting: dogs.problem) { _ in
      Button("Again") { dogs.send(.refreshed) }
    } message: { problem in
      Text(problem)
    }
  }
}

struct DogRow: View {
  let dog: ViewStore<Dog.State, Dog.Action>

  var body: some View {
    Button {
      withAnimation { dog.send(.liked) }
    } label: {
      HStack {
        Text(dog.name)
        if dog.isLiked { Image(systemName: "heart.fill") }
      }
    }
  }
}

struct DogFormView: View {
  let form: ViewStore<DogForm.State, DogForm.Action>

  var body: some View {
    Form {
      TextField("Name", text: form.binding(\.name, DogForm.Action.named))
      Toggle("Vaccinated", isOn: form.binding(\.isVaccinated, DogForm.Action.vaccinated))
      if let problem = form.problem { Text(problem) }
      Button("Save") { form.send(.saved) }
        .disabled(form.problem != nil)
    }
  }
}

@main struct DogsApp: App {
  @State private var dogs = ViewStore(
    Store(Dogs.State(), Dogs(), DogsHandler { breed in [Dog.State(id: "1", name: breed)] }))

  var body: some Scene {
    WindowGroup { DogsView(dogs: dogs) }
  }
}

struct DogsPreviews: PreviewProvider {
  static var previews: some View {
    DogsView(
      dogs: .preview(Dogs.State(), Dogs()) { effect in
        switch effect {
        case .find(let breed): .loaded([Dog.State(id: "1", name: breed)])
        }
      })
  }
}
