import ReferenceApp

/// The lines of a screen on a terminal. Tabs, title and messages stay at the top, the keys and the latest requests at
/// the bottom. The lines between them scroll so that the focus is visible.
struct Picture {
  private let top: [String]
  /// The lines that scroll. Only those that are visible are cut to the width of the terminal.
  private let middle: [String]
  private let exchanges: [String]
  private let keys: [String]
  /// The index of the focused line in `middle`.
  private let focused: Int?
  private let isField: Bool
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
      + model.messages.flatMap { Self.wrapped(Self.text(of: $0), by: " ", columns).prefix(Self.messageLimit) }
    var (lines, control, focused): ([String], Int, Int?) = ([], model.tabs.count, nil)
    func add(_ text: String, isControl: Bool) {
      if isControl, control == place { focused = lines.count }
      lines.append(text)
      if isControl { control += 1 }
    }
    func addFields() {
      for field in model.fields {
        // While a person types, the end is visible.
        let hint = field.value.isEmpty ? field.hint : nil
        let label = field.label + (hint.map { " (\($0))" } ?? "")
        let room = max(columns - Cell.width(label) - 2, 8)
        let text = field.options.first(where: \.isSelected).map { "‹ \($0.label) ›" } ?? field.value
        let value = control == place ? Cell.cut(text, to: room, keepsEnd: true) : text
        add("\(label): \(value)", isControl: true)
      }
    }
    // A person types below the newest message.
    if model.layout != .conversation { addFields() }
    for row in model.rows {
      // The detail of a message is its author.
      let all = model.layout == .conversation ? "\(row.detail): \(row.text)" : "\(row.text)  \(row.detail)"
      let (mark, text) = (row.isSelected ? "*" : " ", row.detail.isEmpty ? row.text : all)
      if model.layout == .text {
        add(text, isControl: true)
      } else if row.action == nil, text.utf8.count > columns - 2 {
        let all = Self.wrapped(text, by: " ", columns - 2)
        for (index, line) in all.prefix(Self.rowLimit).enumerated() {
          let isCut = index == Self.rowLimit - 1 && all.count > Self.rowLimit
          add("\(index == 0 ? mark : " ") \(line)\(isCut ? " …" : "")", isControl: index == 0 && model.canFocus(row))
        }
      } else {
        add("\(mark) \(text)", isControl: model.canFocus(row))
      }
    }
    if model.layout == .conversation { addFields() }
    for button in model.buttons {
      let label = button.isEnabled ? "<\(button.label)>" : "(\(button.label))"
      add(button.isSelected ? "* \(label)" : label, isControl: true)
    }
    (middle, self.focused, self.columns) = (lines, focused, columns)
    isField = Self.isField(controls, place)
    func dim(_ text: String) -> String { "\u{1B}[2m\(text)\u{1B}[0m" }
    self.exchanges = exchanges.suffix(Self.exchangeLimit).map { dim(Cell.cut("· \($0)", to: columns)) }
    keys = Self.wrapped(Self.keys(controls, place, language), by: "  ", columns).map(dim)
  }

  /// Returns a message behind a mark for its kind. A message about a field without a title of its own has the field's.
  private static func text(of message: ScreenModel.Message) -> String {
    let mark =
      switch message.kind {
      case .error: "!"
      case .notice: "i"
      case .empty: "-"
      case .busy: "…"
      }
    return ([mark] + [message.title ?? message.field].compactMap(\.self) + [message.text]).joined(separator: " ")
  }

  private static let exchangeLimit = 5
  /// The maximum number of lines of one message.
  private static let messageLimit = 4
  /// The maximum number of lines of a row that is only to be read.
  private static let rowLimit = 12

  /// Returns the help for the keys that the focused control supports.
  private static func keys(_ controls: [Control], _ place: Int, _ language: Language) -> String {
    (isField(controls, place) ? Phrase.keysInField : .keys).text(language)
  }

  private static func isField(_ controls: [Control], _ place: Int) -> Bool {
    if controls.indices.contains(place), case .field = controls[place] { true } else { false }
  }

  /// Returns the tabs on as many lines as they need.
  private static func wrapped(
    _ tabs: [(text: String, isFocused: Bool)], by separator: String = " ", _ columns: Int
  ) -> [String] {
    var (lines, width): ([String], Int) = ([""], 0)
    for tab in tabs {
      let text = Cell.cut(tab.text, to: columns)
      let needed = Cell.width(text)
      if width > 0, width + separator.count + needed > columns {
        lines.append("")
        width = 0
      }
      if width > 0 { lines[lines.count - 1] += separator }
      lines[lines.count - 1] += tab.isFocused ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      width += needed + (width > 0 ? separator.count : 0)
    }
    return lines
  }

  /// Returns a text on as many lines as it needs, broken at the separators, and within words that don't fit on a line.
  static func wrapped(_ text: String, by separator: String, _ columns: Int) -> [String] {
    let text = String(text.map { $0.isNewline ? " " : $0 })
    let words = text.split(separator: separator).flatMap { Cell.parts($0, of: columns) }
    return wrapped(words.map { ($0, false) }, by: separator, columns)
  }

  /// A place on the terminal, counted from 1.
  struct Place: Equatable { var line: Int, column: Int }

  /// Returns at most `count` lines, and the place of the cursor: behind the text of a focused field, or at the
  /// beginning of another focused line, which is where a screen reader looks for it. Arrows show how many lines are
  /// hidden above and below.
  func lines(_ count: Int) -> (lines: [String], cursor: Place?) {
    // On a very small terminal the title, messages and most keys are dropped.
    let bottom = exchanges.suffix(count / 4) + keys.prefix(max(1, count / 8))
    let top = Array(top.prefix(max(1, count - 3 - bottom.count)))
    let room = max(1, count - top.count - bottom.count)
    func cursor(_ start: Int) -> Place? {
      guard let focused, focused - start < room, top.count + focused - start < count else { return nil }
      let column = isField ? min(Cell.width(middle[focused]) + 1, columns) : 1
      return Place(line: top.count + focused - start + 1, column: column)
    }
    guard middle.count > room else {
      return (Array((top + drawn(0..<middle.count) + bottom).prefix(count)), cursor(0))
    }
    let shown = max(1, room - 2)
    let start = min(max(0, (focused ?? 0) - shown / 2), middle.count - shown)
    let (before, after) = (start, middle.count - start - shown)
    let lines = [before > 0 ? "  ↑ \(before)" : ""] + drawn(start..<start + shown) + [after > 0 ? "  ↓ \(after)" : ""]
    return (Array((top + lines.prefix(room) + bottom).prefix(count)), cursor(start - 1))
  }

  private func drawn(_ places: Range<Int>) -> [String] {
    places.map { place in
      let text = Cell.cut(middle[place], to: columns)
      return place == focused ? "\u{1B}[7m\(text)\u{1B}[0m" : text
    }
  }
}
