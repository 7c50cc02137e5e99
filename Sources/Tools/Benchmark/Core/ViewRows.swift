import ColmeiaUI
import Observation

/// The store for user interfaces, beside an `@Observable` object.
func views() -> [Row] {
  [
    // Missed. Observation takes more than half: it registers the view again after each change, and hashes a key path whose
    // argument makes it unique. Sharing what is shown instead of copying it made "view.sheets" 13 % faster and this row
    // not; finding the last path without hashing changed nothing.
    Row(
      "view", "ViewStore.send, one view reads what changes; beside an @Observable object", .beside(1.5, limit: 3),
      changesThreads: true
    ) {
      await onMain { screen in
        let view = ViewStore(Store(Page.State(), Page(), PageHandler()))
        screen.draw { keep(view.count) }
        return { view.send(.increment) }
      }
    } beside: {
      await onMain { screen in
        let model = Model()
        screen.draw { keep(model.count) }
        return { model.count &+= 1 }
      }
    },
    Row(
      "view.sheets", "ViewStore.send after a sheet was shown, read and closed 1,000 times; before",
      .beside(3), changesThreads: true
    ) {
      await onMain { _ in closedSheets(1_000) }
    } beside: {
      await onMain { _ in closedSheets(0) }
    },
  ]
}

@MainActor private func closedSheets(_ count: Int) -> @MainActor @Sendable () -> Void {
  let view = ViewStore(App.store(hasSheets: true))
  var held: ViewStore<Page.State, Page.Action>?
  for _ in 0..<count {
    view.send(.openAll)
    held = view.scope(\.sheets.a, { App.Action.sheet(0, $0) })
    withObservationTracking {
      keep(held?.text)
    } onChange: {
    }
    view.send(.closeAll)
  }
  return { [held] in
    view.send(.increment)
    keep(held)
  }
}

@MainActor @Observable private final class Model {
  var count = 0
  var title = longText(1)
  var text = longText(2)
}

/// Returns a benchmark on the main actor: each operation makes a change, and draws the views that it has affected.
private func onMain(_ prepare: @MainActor (Screen) -> @MainActor @Sendable () -> Void) async -> Row.Body {
  let (screen, change) = await MainActor.run {
    let screen = Screen()
    return (screen, prepare(screen))
  }
  return { n in
    await MainActor.run {
      for _ in 0..<n {
        change()
        screen.redraw()
      }
    }
  }
}

/// The views of a user interface.
@MainActor private final class Screen {
  private var reads: [@MainActor () -> Void] = []
  private var changed: [Int] = []

  /// Draws a view, now and after each change of what it has read.
  func draw(_ read: @escaping @MainActor () -> Void) {
    reads.append(read)
    draw(reads.count - 1)
  }

  private func draw(_ view: Int) {
    withObservationTracking {
      reads[view]()
    } onChange: {
      MainActor.assumeIsolated { self.changed.append(view) }
    }
  }

  func redraw() {
    let views = changed
    changed.removeAll(keepingCapacity: true)
    for view in views { draw(view) }
  }
}
