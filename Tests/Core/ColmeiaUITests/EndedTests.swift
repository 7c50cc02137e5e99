import ColmeiaTable
import Observation
import Synchronization
import Testing

@testable import ColmeiaUI

/// What has ended holds nothing: no state, no observer, no entry in a list, from the next action on.
@MainActor @Suite struct EndedTests {
  /// An object in the state, which lives as long as somebody holds the state.
  final class Picture: Sendable, Equatable {
    static func == (left: Picture, right: Picture) -> Bool {
      comparisons.wrappingAdd(1, ordering: .relaxed)
      return left === right
    }
    static let comparisons = Atomic<Int>(0)
  }

  struct Album: Reducer {
    struct Page: Equatable, Identifiable, Sendable {
      let id: Int
      var picture = Picture()
    }
    struct Note: Equatable, Sendable { var picture = Picture() }
    struct State: Equatable, Sendable {
      var pages = EntityTable<Page>()
      var detail: Page?
      var note: Note?
      var count = 0
    }
    enum Action: Sendable { case push(Int), pop(Int), show(Int), write, close, other, page(Int, Never), part(Never) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .push(let id): state.pages.upsert(Page(id: id))
      case .pop(let id): state.pages.remove(id: id)
      case .show(let id): state.detail = Page(id: id)
      case .write: state.note = Note()
      case .close: (state.detail, state.note) = (nil, nil)
      case .other: state.count += 1
      }
      return .none
    }
  }
  typealias PageView = ViewStore<Album.Page, Never>

  /// What a controller of UIKit or AppKit does: it observes, and again after each change.
  @MainActor final class Controller {
    let read: () -> Void
    init(_ read: @escaping () -> Void) {
      self.read = read
      observe()
    }
    func observe() {
      withObservationTracking(read) { [weak self] in Task { @MainActor in self?.observe() } }
    }
  }

  struct Weak { weak var picture: Picture? }

  let store: Store<Album>
  let view: ViewStore<Album.State, Album.Action>
  init() {
    store = Store(Album.State(), Album())
    view = ViewStore(store)
  }

  private func page(_ id: Int) -> PageView? { view.screen(\.pages, id, Album.Action.page) }
  private var detail: PageView? { view.scope(\.detail, Album.Action.part) }

  @Test(arguments: [false, true]) func `Of 10,000 screens that were shown and popped, nothing remains`(observes: Bool)
    throws
  {
    var pictures: [Weak] = []
    for id in 1...10_000 {
      view.send(.push(id))
      do {
        let screen = try #require(page(id))
        let controller = observes ? Controller { _ = screen.picture } : nil
        pictures.append(Weak(picture: screen.picture))
        view.send(.pop(id))
        #expect(page(id) === screen, "it is still shown while it slides away")
        controller?.observe()  // as its view moves
      }
    }
    view.send(.other)
    #expect(pictures.count { $0.picture != nil } == 0)
    #expect(view.shown.parts.isEmpty)
  }

  @Test(arguments: [false, true]) func `Of 10,000 sheets that were shown and closed, nothing remains`(observes: Bool)
    throws
  {
    var pictures: [Weak] = []
    for id in 1...10_000 {
      view.send(.show(id))
      do {
        let sheet = try #require(detail)
        let controller = observes ? Controller { _ = sheet.picture } : nil
        pictures.append(Weak(picture: sheet.picture))
        // Every other one is replaced by the next one instead.
        if id.isMultiple(of: 2) { view.send(.close) }
        controller?.observe()
      }
    }
    view.send(.close)
    view.send(.other)
    #expect(pictures.count { $0.picture != nil } == 0)
    #expect(view.shown.parts.isEmpty)
  }

  @Test func `Of what ended while it was observed through a view store that nobody holds, nothing remains`() {
    var pictures: [Weak] = []
    var controllers: [Controller] = []
    for id in 1...100 {
      view.send(.show(id))
      view.send(.write)
      view.send(.push(id))
      pictures +=
        [view.detail, view.pages.last].map { Weak(picture: $0?.picture) } + [Weak(picture: view.note?.picture)]
      controllers += [
        Controller { _ = detail?.picture },
        Controller { _ = view.scope(\.note, Album.Action.part)?.picture },
        Controller { _ = page(id)?.picture },
      ]
    }
    #expect(view.shown.parts.count == 3)
    for id in 1...100 { view.send(.pop(id)) }
    view.send(.close)
    #expect(pictures.count { $0.picture != nil } == 0)
    #expect(view.shown.parts.isEmpty)
    #expect(controllers.count == 300)
  }

  @Test func `Views that are held of what has ended show their last values, and cost nothing`() throws {
    var held: [PageView] = []
    for id in 1...1_000 {
      view.send(.push(id))
      view.send(.show(id))
      held += [try #require(page(id)), try #require(detail)]
    }
    let controllers = held.map { page in Controller { _ = page.picture } }
    let pictures = held.map(\.picture)
    view.send(.close)
    for id in 1...1_000 { view.send(.pop(id)) }
    for controller in controllers { controller.observe() }
    let before = Picture.comparisons.load(ordering: .relaxed)
    view.send(.other)
    #expect(Picture.comparisons.load(ordering: .relaxed) == before)
    #expect(zip(held, pictures).allSatisfy { $0.picture === $1 })
    #expect(page(500) === held[998], "it is still shown while it slides away")
    let rows = try #require(view.shown.parts.values.first as? ShownRows<Album.Page, Never>)
    #expect(view.shown.parts.count == 1 && rows.count == 1_000 && !rows.isInUse)
    held = []
    withExtendedLifetime(controllers) {}
  }

  @Test func `The last value of what has ended is the one before its end, even if nobody has read it before`() throws {
    let view = ViewStore(makeStore(Form.State(dogs: [Form.Dog(id: 1, name: "Nina")])))
    let dog = try #require(view.row(\.dogs, 1, Form.Action.dog))
    view.send(.egg(Form.Inner(count: 1)))
    let egg = try #require(view.scope(\.egg, Form.Action.inEgg))
    view.send(.inEgg(2))
    view.send(.dog(1, .named("Thor")))
    view.send(.egg(nil))
    view.send(.remove(1))
    #expect(egg.count == 2 && dog.name == "Thor")
    view.send(.egg(Form.Inner(count: 3)))
    view.send(.add(Form.Dog(id: 1, name: "again")))
    #expect(egg.count == 3 && dog.name == "again")
  }
}
