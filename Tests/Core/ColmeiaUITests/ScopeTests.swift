import ColmeiaTable
import Foundation
import Observation
import Testing

@testable import ColmeiaUI

/// A screen with a detail that can be replaced by another one.
private struct Shelf: Reducer {
  struct Book: Reducer {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var name = ""
    }
    typealias Action = String
    func reduce(into state: inout State, action: String) -> Effects {
      state.name = action
      return .none
    }
  }
  struct State: Equatable, Sendable {
    var book: Book.State? = Book.State(id: 1)
    var title = "a"
  }
  enum Action: Sendable { case book(String), open(Int) }
  let book = Child(\State.book, Book(), Action.book, noEffects(in: Never.self))
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .book(let action): return book.reduce(&state, action)
    case .open(let id): (state.book, state.title) = (Book.State(id: id), "b")
    }
    return .none
  }
}

@MainActor @Suite struct ScopeTests {
  @Test func `An action that a replaced part's scope sends while observers are notified doesn't reach its successor`()
    throws
  {
    let view = ViewStore(Store(Shelf.State(), Shelf()))
    let old = try #require(view.scope(\.book, Shelf.Action.book))
    withObservationTracking {
      _ = view.title
    } onChange: {
      MainActor.assumeIsolated { old.send("from the old one") }
    }
    view.send(.open(2))
    #expect(view.book == Shelf.Book.State(id: 2) && view.title == "b")
  }

  @Test func `A scope shows its part, sends its actions, and is the same instance as long as it is in use`() {
    let view = ViewStore(makeStore())
    let inner = view.scope(\.inner, Form.Action.inner)
    let reader = Reader { _ = inner.count }
    view.send(.typed("a"))
    #expect(reader.notifications == 0)
    inner.send(2)
    #expect(inner.count == 2)
    #expect(reader.notifications == 1)
    #expect(view.scope(\.inner, Form.Action.inner) === inner)
  }

  @Test func `A view store works with a scope of a store in the same way as with a store`() {
    let store = makeStore()
    let inner = ViewStore(store.scope(\.inner, Form.Action.inner))
    let reader = Reader { _ = inner.count }
    inner.send(3)
    #expect(inner.count == 3)
    #expect(reader.notifications == 1)
    #expect(store.state.inner.count == 3)
  }

  @Test func `A part of an optional destination can be reached directly with an optional-chaining key path`() throws {
    let view = ViewStore(makeStore())
    let sheet = view.item(\.destination?.edit, { .inDestination(.edit($0)) }, dismiss: .destination(nil))
    view.send(.destination(.alert("no")))
    #expect(sheet.wrappedValue == nil)
    view.send(.destination(.edit(Form.Dog(id: 1, name: "Nina"))))
    #expect(sheet.wrappedValue?.name == "Nina")
    sheet.wrappedValue = nil
    #expect(view.destination == nil)
  }

  @Test func `An optional scope appears and disappears, and its changes notify only its own readers`() throws {
    let view = ViewStore(makeStore())
    let presence = Reader { _ = view.scope(\.egg, Form.Action.inEgg) }
    #expect(view.scope(\.egg, Form.Action.inEgg) == nil)
    view.send(.egg(Form.Inner(count: 1)))
    #expect(presence.notifications == 1)
    presence.observe()
    let egg = try #require(view.scope(\.egg, Form.Action.inEgg))
    let count = Reader { _ = egg.count }
    egg.send(2)
    #expect(egg.count == 2)
    #expect(count.notifications == 1)
    #expect(presence.notifications == 1)
    view.send(.egg(nil))
    #expect(presence.notifications == 2)
    #expect(view.scope(\.egg, Form.Action.inEgg) == nil)
    #expect(egg.count == 2, "a closing sheet keeps its content")
  }

  @Test func `A case of an enum is a scope of the enum's scope`() throws {
    let view = ViewStore(makeStore())
    view.send(.destination(.edit(Form.Dog(id: 1, name: "Nina"))))
    let destination = try #require(view.scope(\.destination, Form.Action.inDestination))
    let edit = try #require(destination.scope(\.edit, Form.DestinationAction.edit))
    let other = Reader { _ = destination.alert }
    edit.send(.named("Thor"))
    #expect(edit.name == "Thor")
    #expect(other.notifications == 0)
    let presence = Reader { _ = destination.scope(\.edit, Form.DestinationAction.edit) }
    view.send(.destination(.alert("no")))
    #expect(presence.notifications == 1)
    #expect(destination.scope(\.edit, Form.DestinationAction.edit) == nil)
    #expect(destination.alert == "no")
    #expect(edit.name == "Thor")
  }

  @Test func `A feature with a different identity in the same place has a different view store`() throws {
    let view = ViewStore(makeStore())
    view.send(.destination(.edit(Form.Dog(id: 1, name: "Nina"))))
    let destination = try #require(view.scope(\.destination, Form.Action.inDestination))
    let first = try #require(destination.scope(\.edit, Form.DestinationAction.edit))
    view.send(.destination(.edit(Form.Dog(id: 2, name: "Thor"))))
    let second = try #require(destination.scope(\.edit, Form.DestinationAction.edit))
    #expect(first.id != second.id)
    #expect((first.name, second.name) == ("Nina", "Thor"))
  }

  @Test func `A view that still shows a replaced feature changes neither its successor nor closes it`() async throws {
    let view = ViewStore(makeStore())
    func edit() -> ViewStore<Form.Dog, Form.DogAction>? {
      view.scope(\.destination?.edit) { .inDestination(.edit($0)) }
    }
    view.send(.destination(.edit(Form.Dog(id: 1, name: "Nina"))))
    let old = try #require(edit())
    let field = old.binding(\.name, Form.DogAction.named)
    let sheet = view.item(\.destination?.edit, { .inDestination(.edit($0)) }, dismiss: .destination(nil))
    field.wrappedValue = "Nino"
    #expect(edit()?.name == "Nino")
    view.send(.destination(.edit(Form.Dog(id: 2, name: "Thor"))))
    field.wrappedValue = "typed too late"
    await old.sendAndWait(.named("sent too late"))
    sheet.wrappedValue = nil
    #expect(edit()?.name == "Thor" && old.name == "Nino")
    #expect(sheet.wrappedValue?.name == "Thor")
    sheet.wrappedValue = nil
    #expect(view.destination == nil)
  }

  @Test func `A view of a feature that another thread has replaced does not change its successor`() throws {
    let store = makeStore()
    let view = ViewStore(store)
    func edit() -> ViewStore<Form.Dog, Form.DogAction>? {
      view.scope(\.destination?.edit) { .inDestination(.edit($0)) }
    }
    view.send(.destination(.edit(Form.Dog(id: 1, name: "Nina"))))
    let old = try #require(edit())
    let sheet = view.item(\.destination?.edit, { .inDestination(.edit($0)) }, dismiss: .destination(nil))
    // The main actor has no turn in which it could show the change.
    let replaced = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.send(.destination(.edit(Form.Dog(id: 2, name: "Thor"))))
      replaced.signal()
    }
    replaced.wait()
    old.binding(\.name, Form.DogAction.named).wrappedValue = "typed for Nina"
    sheet.wrappedValue = nil
    #expect(store.state.destination?.edit == Form.Dog(id: 2, name: "Thor"))
  }

  @Test func `A row that is removed and added again by one action notifies its observers once`() {
    let view = ViewStore(makeStore(Form.State(dogs: [Form.Dog(id: 1, name: "Nina")])))
    let row = view.rows(\.dogs, Form.Action.dog)[0].view
    let follower = Follower(row)
    follower.observe()
    view.send(.replace(Form.Dog(id: 1, name: "Thor")))
    #expect(row.name == "Thor" && follower.notifications == 1)
  }

  /// Reads the name again as soon as it is about to change.
  @MainActor private final class Follower {
    private let row: ViewStore<Form.Dog, Form.DogAction>
    private(set) var notifications = 0
    init(_ row: ViewStore<Form.Dog, Form.DogAction>) { self.row = row }
    func observe() {
      withObservationTracking {
        _ = row.name
      } onChange: {
        MainActor.assumeIsolated {
          self.notifications += 1
          self.observe()
        }
      }
    }
  }

  @Test func `Observing the presence of a feature does not prevent others from observing its identity`() throws {
    let view = ViewStore(makeStore())
    view.send(.destination(.edit(Form.Dog(id: 1))))
    // A generic function doesn't know that the value has an identity.
    func isPresented<Part>(_ path: KeyPath<Form.State, Part?>) -> Bool {
      view.isPresented(path, dismiss: .other(0)).wrappedValue
    }
    let presence = Reader { _ = isPresented(\.destination?.edit) }
    let identity = Reader { _ = view.scope(\.destination?.edit, { .inDestination(.edit($0)) }) }
    view.send(.destination(.edit(Form.Dog(id: 2))))
    #expect(presence.notifications == 0)
    #expect(identity.notifications == 1)
  }

  @Test func `One part can be shown in two ways at the same time`() {
    let view = ViewStore(makeStore(Form.State(dogs: [Form.Dog(id: 1)])))
    let row = view.rows(\.dogs, Form.Action.dog)[0].view
    let table = view.scope(\.dogs) { (id: Int) in Form.Action.remove(id) }
    row.send(.named("Nina"))
    #expect(row.name == "Nina")
    #expect(table[\.first?.name] == "Nina")
  }

  @Test func `A sheet is shown while its feature is present, and closing it sends the action once`() {
    let view = ViewStore(makeStore())
    let sheet = view.item(\.egg, Form.Action.inEgg, dismiss: .egg(nil))
    #expect(sheet.wrappedValue == nil)
    view.send(.egg(Form.Inner(count: 3)))
    #expect(sheet.wrappedValue?.count == 3)
    let id = sheet.wrappedValue?.id
    #expect(sheet.wrappedValue?.id == id)
    sheet.wrappedValue = nil
    #expect(view.egg == nil)
  }

  @Test func `An alert is shown while a question is present, and closing it after an answer sends nothing`() {
    let view = ViewStore(makeStore())
    let alert = view.isPresented(\.egg, dismiss: .other(99))
    #expect(!alert.wrappedValue)
    view.send(.egg(Form.Inner()))
    #expect(alert.wrappedValue)
    view.send(.egg(nil))
    alert.wrappedValue = false
    #expect(view.other == 0)
    view.send(.egg(Form.Inner()))
    alert.wrappedValue = false
    #expect(view.other == 99)
  }

  @Test func `An alert that closes after another one has taken its place leaves that one open`() {
    let view = ViewStore(makeStore())
    let alert = view.isPresented(\.destination?.edit, dismiss: .inDestination(.alertRead))
    let reader = Reader { _ = alert.wrappedValue }
    view.send(.destination(.edit(Form.Dog(id: 1))))
    #expect(alert.wrappedValue)
    view.send(.inDestination(.edit(.named("Nina"))))
    view.send(.destination(.edit(Form.Dog(id: 2))))
    alert.wrappedValue = false
    #expect(view.destination?.edit?.id == 2)
    #expect(alert.wrappedValue)
    alert.wrappedValue = false
    #expect(view.destination == nil)
    #expect(!alert.wrappedValue)
    #expect(reader.notifications == 1)
  }

  @Test func `A navigation path consists of the ids of its screens, and going back sends the remaining ids`() {
    let view = ViewStore(makeStore(Form.State(dogs: [Form.Dog(id: 1), Form.Dog(id: 2), Form.Dog(id: 3)])))
    let path = view.path(\.dogs, Form.Action.left)
    #expect(path.wrappedValue == [1, 2, 3])
    path.wrappedValue.removeLast()
    #expect(view.dogs.map(\.id) == [1, 2])
    #expect(path.wrappedValue == [1, 2])
    let screen = view.row(\.dogs, 2, Form.Action.dog)
    #expect(screen?.id == ViewStoreID(2))
    #expect(view.row(\.dogs, 3, Form.Action.dog) == nil)
    #expect(view.screen(\.dogs, 3, Form.Action.dog) == nil)
  }

  @Test func `A screen that was removed keeps its last state while a view uses it`() {
    let view = ViewStore(makeStore(Form.State(dogs: [Form.Dog(id: 1), Form.Dog(id: 2, name: "Rex")])))
    var screen = view.screen(\.dogs, 2, Form.Action.dog)
    view.send(.remove(2))
    #expect(view.row(\.dogs, 2, Form.Action.dog) == nil)
    #expect(view.screen(\.dogs, 2, Form.Action.dog) === screen && screen?.name == "Rex")
    screen = nil
    #expect(view.screen(\.dogs, 2, Form.Action.dog) == nil)
  }
}

@MainActor @Suite struct RowTests {
  let view = ViewStore(makeStore(Form.State(dogs: EntityTable((0..<1_000).map { Form.Dog(id: $0, name: "\($0)") }))))

  @Test func `A changed row notifies its readers, not those of the list or of other rows`() {
    let list = Reader { _ = view.rows(\.dogs, Form.Action.dog).map(\.id) }
    let rows = view.rows(\.dogs, Form.Action.dog)
    let (first, second) = (rows[0].view, rows[1].view)
    let readers = [first, second].map { row in Reader { _ = row.name } }
    first.send(.named("Nina"))
    #expect(first.name == "Nina")
    #expect(readers.map(\.notifications) == [1, 0])
    #expect(list.notifications == 0)
  }

  @Test func `A row that is first drawn after it has changed shows its newest state`() {
    let rows = view.rows(\.dogs, Form.Action.dog)
    let first = rows[0].view
    view.send(.dog(7, .named("Nina")))
    #expect(rows[7].view.name == "Nina", "a lazy list draws a row when it is scrolled into view")
    #expect(first.name == "0")
  }

  @Test func `A list is notified when rows are added and removed`() {
    let list = Reader { _ = view.rows(\.dogs, Form.Action.dog) }
    let held = view.rows(\.dogs, Form.Action.dog)[5].view
    view.send(.remove(5))
    #expect(list.notifications == 1)
    #expect(held.name == "5", "a removed row shows its last state")
    list.observe()
    view.send(.add(Form.Dog(id: 2_000)))
    #expect(list.notifications == 2)
    #expect(view.rows(\.dogs, Form.Action.dog).last?.id == 2_000)
    view.send(.add(Form.Dog(id: 5, name: "again")))
    #expect(held.name == "again", "the same id is the same row")
  }

  @Test func `A row's view store is the same instance as long as it is in use, even if other rows are removed`() {
    let row = view.rows(\.dogs, Form.Action.dog)[7].view
    view.send(.remove(3))
    #expect(view.rows(\.dogs, Form.Action.dog)[6].view === row)
    row.send(.named("x"))
    #expect(row.name == "x")
  }

  @Test func `The rows of a list create view stores on demand, and unused ones are released`() {
    let rows = view.rows(\.dogs, Form.Action.dog)
    #expect(rows.map(\.id).count == 1_000)
    #expect(view.shown.parts.isEmpty)
    weak var row: ViewStore<Form.Dog, Form.DogAction>?
    do { row = rows[0].view }
    #expect(row == nil)
  }

  @Test func `A change of one of 1,000 observed rows compares only a few rows`() {
    let rows = view.rows(\.dogs, Form.Action.dog).map(\.view)
    let readers = rows.map { row in Reader { _ = (row.name, row.copied) } }
    let before = Measured.comparisons.load(ordering: .relaxed)
    view.send(.other(1))
    #expect(Measured.comparisons.load(ordering: .relaxed) == before)
    view.send(.dog(500, .named("x")))
    #expect((1...16).contains(Measured.comparisons.load(ordering: .relaxed) - before))
    #expect(readers.map(\.notifications) == (0..<1_000).map { $0 == 500 ? 1 : 0 })
  }

  @Test func `Rows whose view stores are no longer in use are removed by the next action`() throws {
    for row in view.rows(\.dogs, Form.Action.dog) { #expect(row.view.name == "\(row.id)") }
    view.send(.other(1))
    #expect(view.shown.parts.isEmpty)
  }
}
