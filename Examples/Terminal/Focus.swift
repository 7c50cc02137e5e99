import ColmeiaApp

/// A control that can have the focus.
enum Control: Equatable {
  case tab(ScreenModel.TabItem), field(ScreenModel.Field), row(ScreenModel.Row), button(ScreenModel.Button)

  /// Returns all controls of a screen, in the order in which they are drawn.
  static func all(of model: ScreenModel) -> [Control] {
    model.tabs.map(Control.tab) + model.fields.map(Control.field)
      + model.rows.filter { $0.action != nil }.map(Control.row) + model.buttons.map(Control.button)
  }

  /// Returns whether both controls have the same action, even if their labels differ.
  func doesSame(as other: Control) -> Bool {
    switch (self, other) {
    case (.tab(let left), .tab(let right)): left.action == right.action
    case (.field(let left), .field(let right)): left.edit == right.edit
    case (.row(let left), .row(let right)): left.action == right.action
    case (.button(let left), .button(let right)): left.action == right.action
    default: false
    }
  }

  /// Returns whether both controls have the same label, even if their actions differ.
  func hasSameLabel(as other: Control) -> Bool {
    switch (self, other) {
    case (.tab(let left), .tab(let right)): left.label == right.label
    case (.field(let left), .field(let right)): left.label == right.label
    case (.row(let left), .row(let right)): left.text == right.text
    case (.button(let left), .button(let right)): left.label == right.label
    default: false
    }
  }
}

/// The control that receives key presses. Initially it is the first field, so that the user can type immediately. It
/// stays the same when the screen changes. If it is removed, the control at its index gets the focus.
struct Focus {
  private var chosen: Control?
  private var place = 0

  /// Returns the index of the focused control on a screen.
  mutating func place(among controls: [Control]) -> Int {
    if let chosen {
      let found = controls.firstIndex { $0.doesSame(as: chosen) } ?? controls.firstIndex { $0.hasSameLabel(as: chosen) }
      place = found ?? min(place, max(0, controls.count - 1))
    } else {
      place = controls.firstIndex { if case .field = $0 { true } else { false } } ?? 0
    }
    chosen = controls.indices.contains(place) ? controls[place] : nil
    return place
  }

  mutating func control(of controls: [Control]) -> Control? {
    let place = place(among: controls)
    return controls.indices.contains(place) ? controls[place] : nil
  }

  mutating func move(by count: Int, _ controls: [Control], wraps: Bool = true) {
    if controls.isEmpty { return }
    let target = place(among: controls) + count
    place = wraps ? (target + controls.count) % controls.count : min(max(0, target), controls.count - 1)
    chosen = controls[place]
  }
}
