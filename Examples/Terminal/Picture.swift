import ColmeiaApp

/// The lines of a screen on a terminal. Tabs, title and messages stay at the top, the keys and the latest requests at
/// the bottom. The lines between them scroll so that the focus is visible.
struct Picture {
  private let top: [String]
  /// The lines that scroll. Only those that are visible are cut to the width of the terminal.
  private let middle: [String]
  private let exchanges: [String]
  private let keys: String
  /// The index of the focused line in `middle`.
  private let focused: Int?
  private let columns: Int

  init(
    _ model: ScreenModel, _ controls: [Control], _ place: Int, _ language: Language, _ exchanges: [String], columns: Int
  ) {
    let tabs = model.tabs.enumerated().map { index, tab in
      (text: tab.isSelected ? "[\(tab.label)]" : " \(tab.label) ", isFocused: index == place)
    }
    let title = Cell.cut(model.title, to: columns - 2)
    top =
      Self.wrapped(tabs, columns) + ["\u{1B}[1m\(title)\u{1B}[0m\(model.isBusy ? " …" : "")"]
      + model.messages.map { Cell.cut("! \($0)", to: columns) }
    var (lines, control, focused): ([String], Int, Int?) = ([], model.tabs.count, nil)
    func add(_ text: String, isControl: Bool) {
      if isControl, control == place { focused = lines.count }
      lines.append(text)
      if isControl { control += 1 }
    }
    for field in model.fields { add("\(field.label): \(field.value)", isControl: true) }
    for row in model.rows {
      add("\(row.isSelected ? "*" : " ") \(row.text)  \(row.detail)", isControl: row.action != nil)
    }
    for button in model.buttons {
      let label = button.isEnabled ? "<\(button.label)>" : "(\(button.label))"
      add(button.isSelected ? "* \(label)" : label, isControl: true)
    }
    (middle, self.focused, self.columns) = (lines, focused, columns)
    func dim(_ text: String) -> String { "\u{1B}[2m\(Cell.cut(text, to: columns))\u{1B}[0m" }
    self.exchanges = exchanges.suffix(Self.exchangeLimit).map { dim("· \($0)") }
    keys = dim(Self.keys(controls, place, language))
  }

  private static let exchangeLimit = 5

  /// Returns the help for the keys that the focused control supports.
  private static func keys(_ controls: [Control], _ place: Int, _ language: Language) -> String {
    let isField = if controls.indices.contains(place), case .field = controls[place] { true } else { false }
    return (isField ? Phrase.keysInField : .keys).text(language)
  }

  /// Returns the tabs on as many lines as they need.
  private static func wrapped(_ tabs: [(text: String, isFocused: Bool)], _ columns: Int) -> [String] {
    var (lines, width): ([String], Int) = ([""], 0)
    for tab in tabs {
      let text = Cell.cut(tab.text, to: columns)
      let needed = Cell.width(text)
      if width > 0, width + 1 + needed > columns {
        lines.append("")
        width = 0
      }
      if width > 0 { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += tab.isFocused ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      width += needed + (width > 0 ? 1 : 0)
    }
    return lines
  }

  /// Returns at most `count` lines. Arrows show how many lines are hidden above and below.
  func lines(_ count: Int) -> [String] {
    // On a very small terminal the title and messages are dropped.
    let bottom = exchanges.suffix(count / 4) + [keys]
    let top = Array(top.prefix(max(1, count - 3 - bottom.count)))
    let room = max(1, count - top.count - bottom.count)
    guard middle.count > room else { return top + drawn(0..<middle.count) + bottom }
    let shown = max(1, room - 2)
    let start = min(max(0, (focused ?? 0) - shown / 2), middle.count - shown)
    let (before, after) = (start, middle.count - start - shown)
    let lines = [before > 0 ? "  ↑ \(before)" : ""] + drawn(start..<start + shown) + [after > 0 ? "  ↓ \(after)" : ""]
    return top + Array(lines.prefix(room)) + bottom
  }

  private func drawn(_ places: Range<Int>) -> [String] {
    places.map { place in
      let text = Cell.cut(middle[place], to: columns)
      return place == focused ? "\u{1B}[7m\(text)\u{1B}[0m" : text
    }
  }
}
