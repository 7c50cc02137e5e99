import ReferenceApp

/// A control that can have the focus.
enum Control: Equatable {
  case tab(ScreenModel.TabItem), field(ScreenModel.Field), row(ScreenModel.Row), button(ScreenModel.Button)

  /// Returns all controls of a screen, in the order in which they are drawn. The lines of a text and messages are
  /// controls, too, so that a person can move through them.
  static func all(of model: ScreenModel) -> [Control] {
    let (fields, rows) = (model.fields.map(Control.field), model.rows.filter(model.canFocus).map(Control.row))
    return model.tabs.map(Control.tab) + (model.layout == .conversation ? rows + fields : fields + rows)
      + model.buttons.map(Control.button)
  }

  /// Returns whether both controls have the same action, even if their labels differ.
  func doesSame(as other: Control) -> Bool {
    switch (self, other) {
    case (.tab(let left), .tab(let right)): left.action == right.action
    case (.field(let left), .field(let right)): left.edit == right.edit
    case (.row(let left), .row(let right)): left.action != nil && left.action == right.action
    case (.button(let left), .button(let right)): left.action == right.action
    default: false
    }
  }

  /// Returns whether both controls are tabs, fields, rows or buttons.
  func isKind(of other: Control) -> Bool {
    switch (self, other) {
    case (.tab, .tab), (.field, .field), (.row, .row), (.button, .button): true
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

extension ScreenModel {
  /// Whether a row can have the focus.
  func canFocus(_ row: Row) -> Bool { row.action != nil || layout == .text || layout == .conversation }
}

/// The control that receives key presses.
///
/// On a new screen, it is the first field, or else the first row, or else the selected tab. On a screen to which the user
/// returns, it is the field or the row by which they have left it. If a button adds fields to a form, it is the first one.
struct Focus {
  /// The control that had the focus when the user last pressed a key. If it is missing, it gets the focus again when it
  /// returns.
  private var chosen: Control?
  private var position = 0
  /// The index of the focused control among those of its kind.
  private var order = 0
  /// The index of the row that had the focus last on this screen, around which the rows are shown.
  private(set) var row: Int?
  /// The number of fields when the screen was last drawn. With fewer of them, it is another screen.
  private var fieldCount = 0
  /// The control that had the focus when the screen was last drawn, and when the focus last moved by itself.
  private var last: Control?
  private var moved: ContinuousClock.Instant?
  /// The address or the title of the screen.
  private var screen = ""
  /// The fields and rows by which the user has left screens, with their index, newest last.
  private var left: [(screen: String, control: Control, position: Int)] = []
  private static let leftLimit = 16

  /// Returns the index of the focused control on a screen.
  mutating func position(on model: ScreenModel, _ controls: [Control]) -> Int {
    enter(model.address ?? model.title, controls)
    let count = controls.count { if case .field = $0 { true } else { false } }
    let known = chosen.flatMap { successor(of: $0, among: controls, isOther: count < fieldCount) }
    if known == nil, count < fieldCount { chosen = nil }
    let hasAdded = if case .button = chosen { fieldCount > 0 && count > fieldCount } else { false }
    if hasAdded { chosen = nil }
    position = hasAdded ? Self.start(among: controls) : known ?? Self.start(among: controls)
    if controls.indices.contains(position), case .row = controls[position] { row = position }
    fieldCount = count
    let focused = controls.indices.contains(position) ? controls[position] : nil
    order =
      focused.flatMap { focused in controls[..<position].firstIndex(where: focused.isKind(of:)).map { position - $0 } }
      ?? 0
    if let focused, last.map({ !focused.doesSame(as: $0) }) ?? false { moved = .now }
    last = focused
    return position
  }

  /// Returns the focused control of a screen, for a key press.
  mutating func control(on model: ScreenModel, _ controls: [Control]) -> Control? {
    let position = position(on: model, controls)
    chosen = controls.indices.contains(position) ? controls[position] : nil
    return chosen
  }

  /// Whether the focus has just moved by itself, so that a key press may be meant for another control.
  var hasJustMoved: Bool { moved.map { ContinuousClock.now - $0 < .milliseconds(500) } ?? false }

  mutating func move(by count: Int, on model: ScreenModel, _ controls: [Control], wraps: Bool = true) {
    if controls.isEmpty { return }
    let target = position(on: model, controls) + count
    position = wraps ? (target + controls.count) % controls.count : min(max(0, target), controls.count - 1)
    (chosen, last, moved) = (controls[position], controls[position], nil)
  }

  /// Moves the focus to the next control but not from row to row, so that fields and buttons are near in a long list. It
  /// returns to the row that had the focus last.
  mutating func leap(by step: Int, on model: ScreenModel, _ controls: [Control]) {
    let start = position(on: model, controls)
    func isRow(_ index: Int) -> Bool { if case .row = controls[index] { true } else { false } }
    var target = start
    repeat {
      target = (target + step + controls.count) % max(1, controls.count)
    } while target != start && isRow(start) && isRow(target)
    if isRow(target), let row, controls.indices.contains(row), isRow(row) { target = row }
    move(by: target - start, on: model, controls)
  }

  /// Moves the focus by several rows, but not out of them.
  mutating func page(by count: Int, on model: ScreenModel, _ controls: [Control]) {
    let rows = controls.indices.filter { if case .row = controls[$0] { true } else { false } }
    let (first, last) = (rows.first ?? 0, rows.last ?? controls.count - 1)
    let start = position(on: model, controls)
    move(by: min(max(first, start + count), last) - start, on: model, controls)
  }

  /// Moves the focus to a field.
  mutating func enter(_ field: ScreenModel.Field) { (chosen, moved) = (.field(field), nil) }

  /// Whether the focus is on the first control below the tabs.
  mutating func isBelowTabs(_ model: ScreenModel, _ controls: [Control]) -> Bool {
    !model.tabs.isEmpty && position(on: model, controls) == model.tabs.count
  }

  /// Moves the focus to the selected tab.
  mutating func enterTabs(_ model: ScreenModel, _ controls: [Control]) {
    let selected = model.tabs.firstIndex(where: \.isSelected) ?? 0
    move(by: selected - position(on: model, controls), on: model, controls)
  }

  /// Moves the focus from a tab to the first control below the tabs, or to the last control, if there is any.
  mutating func leaveTabs(up: Bool, on model: ScreenModel, _ controls: [Control]) {
    if controls.count == model.tabs.count { return }
    let target = up ? controls.count - 1 : model.tabs.count
    move(by: target - position(on: model, controls), on: model, controls)
  }

  /// Lets the focus leave the tabs, because the user goes back to a screen instead of choosing a tab.
  mutating func goBack() { if case .tab = chosen { chosen = nil } }

  /// Keeps the focus on a tab or another control that the new screen has, too.
  private mutating func enter(_ name: String, _ controls: [Control]) {
    if name == screen { return }
    row = nil
    left.removeAll { $0.screen == screen }
    switch chosen {
    case .field, .row: if let chosen { left.append((screen, chosen, position)) }
    case .tab, .button, nil: break
    }
    if left.count > Self.leftLimit { left.removeFirst() }
    screen = name
    if let chosen, controls.contains(where: chosen.doesSame) { return }
    // A form whose fields are empty is a new one, which begins with its first field.
    let isNew = controls.allSatisfy { if case .field(let field) = $0 { field.value.isEmpty } else { true } }
    let known = left.last { known in
      let isField = if case .field = known.control { true } else { false }
      return known.screen == name && !(isField && isNew)
    }
    (chosen, position) = (known?.control, known?.position ?? 0)
  }

  /// Returns the index of the control that takes the place of another one, or `nil` if there is none. A removed row or
  /// button is followed by its neighbor.
  ///
  /// - Parameter isOther: Whether the controls belong to another screen, so that a button has no neighbor.
  private func successor(of control: Control, among controls: [Control], isOther: Bool) -> Int? {
    // Of several equal lines of a text, it is the one at the same place.
    if controls.indices.contains(position), controls[position] == control { return position }
    if let same = controls.firstIndex(where: control.doesSame) ?? controls.firstIndex(where: control.hasSameLabel) {
      return same
    }
    switch control {
    case .row: break
    case .button: if isOther { return nil }
    case .tab, .field: return nil
    }
    let others = controls.indices.filter { control.isKind(of: controls[$0]) }
    return others.isEmpty ? nil : others[min(order, others.count - 1)]
  }

  private static func start(among controls: [Control]) -> Int {
    let field = controls.firstIndex { if case .field = $0 { true } else { false } }
    let row = controls.firstIndex { if case .row = $0 { true } else { false } }
    return field ?? row ?? controls.firstIndex { if case .tab(let tab) = $0 { tab.isSelected } else { false } } ?? 0
  }
}
