import Colmeia
import ColmeiaMeasuring
import ColmeiaUI
import Observation

/// The store for user interfaces, beside the views of a large screen.
func views() -> [Row] {
  [
    onMain("u.none", "ViewStore.send, no view") { _ in
      ViewStore(Store(Counter.State(), Counter()))
    } sending: { view, _ in
      view.send(.increment)
    },
    onMain("u.oneO", "baseline: one view of one property of an `@Observable` object") { screen in
      let model = Model()
      screen.draw { _ = model.count }
      return model
    } sending: { model, _ in
      model.count &+= 1
    },
    onMain("u.one", "ViewStore.send, one view reads what changes") { screen in
      let view = ViewStore(Store(Counter.State(), Counter()))
      screen.draw { _ = view.count }
      return view
    } sending: { view, _ in
      view.send(.increment)
    },
    onMain("u.paths", "1,000 views of 1,000 key paths that did not change") { screen in
      let view = ViewStore(Store(Form.State(), Form()))
      for path in Form.paths { screen.draw { _ = view[path] } }
      return view
    } sending: { view, _ in
      view.send(.increment)
    },
    onMain("u.scopes", "100 views of 100 features, four values each; one changes") { screen in
      let view = ViewStore(Store(Ten.State(), Ten<Ten<Leaf>>(), Endless<Ten<Ten<Leaf>>>()))
      for outer in tens(view) {
        for leaf in tens(outer) { screen.draw { _ = (leaf.count, leaf.title, leaf.note, leaf.isOpen) } }
      }
      return view
    } sending: { view, _ in
      view.send(.b(.b(.increment)))
    },
    onMain("u.rows", "an unrelated action, 1,000 views of 100,000 rows", kennel) { view, _ in view.send(.increment) },
    onMain("u.row", "one of the rows changes, 1,000 views of 100,000 rows", kennel) { view, i in
      view.send(.dog(i % 1_000, .like))
    },
    onMain("u.readO", "baseline: reading a property of an `@Observable` object") { _ in
      Model()
    } sending: { model, _ in
      withObservationTracking {
        keep(model.count)
      } onChange: {
      }
    },
    onMain("u.read", "reading an observed value") { _ in
      ViewStore(Store(Counter.State(), Counter()))
    } sending: { view, _ in
      withObservationTracking {
        keep(view.count)
      } onChange: {
      }
    },
  ]
}

@MainActor @Observable private final class Model {
  var count = 0
}

/// Returns a benchmark on the main actor: each operation sends an action, and draws the views that it has changed.
private func onMain<Model: Sendable>(
  _ name: String, _ description: String, _ prepare: @escaping @MainActor @Sendable (Screen) -> Model,
  sending send: @escaping @MainActor @Sendable (Model, Int) -> Void
) -> Row {
  let work = Row.Work.steady {
    let (screen, view) = await MainActor.run {
      let screen = Screen()
      return (screen, prepare(screen))
    }
    return Trial(run: { n in
      await MainActor.run {
        for i in 0..<n {
          send(view, i)
          screen.redraw()
        }
      }
    })
  }
  return Row(name, description, work, changesThreads: true)
}

/// The views of a user interface.
@MainActor private final class Screen {
  /// A view. An object, because a closure would be wrapped in another one each time it is passed on.
  @MainActor private final class View {
    let read: @MainActor () -> Void
    init(_ read: @escaping @MainActor () -> Void) { self.read = read }
  }

  private var changed: [View] = []

  /// Draws a view, now and after each change of what it has read.
  func draw(_ read: @escaping @MainActor () -> Void) { draw(View(read)) }

  private func draw(_ view: View) {
    withObservationTracking {
      view.read()
    } onChange: {
      MainActor.assumeIsolated { self.changed.append(view) }
    }
  }

  func redraw() {
    if changed.isEmpty { return }
    let views = changed
    changed.removeAll(keepingCapacity: true)
    for view in views { draw(view) }
  }
}

@MainActor private func tens<Part>(
  _ view: ViewStore<Ten<Part>.State, Ten<Part>.Action>
) -> [ViewStore<Part.State, Part.Action>] {
  [
    view.scope(\.a, { .a($0) }), view.scope(\.b, { .b($0) }), view.scope(\.c, { .c($0) }), view.scope(\.d, { .d($0) }),
    view.scope(\.e, { .e($0) }), view.scope(\.f, { .f($0) }), view.scope(\.g, { .g($0) }), view.scope(\.h, { .h($0) }),
    view.scope(\.i, { .i($0) }), view.scope(\.j, { .j($0) }),
  ]
}

/// A list of 100,000 rows, of which 1,000 are on screen.
@MainActor private func kennel(_ screen: Screen) -> ViewStore<Kennel.State, Kennel.Action> {
  let view = ViewStore(Store(Kennel.State(dogs: table(100_000)), Kennel(), KennelHandler()))
  screen.draw { _ = view.rows(\.dogs, Kennel.Action.dog) }
  for row in view.rows(\.dogs, Kennel.Action.dog).prefix(1_000) {
    let dog = row.view
    screen.draw { _ = (dog.name, dog.likes) }
  }
  return view
}
