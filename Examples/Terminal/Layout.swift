import ReferenceApp

/// The lines of a screen on a terminal. Tabs, title and messages are at the top; buttons, the latest requests and the
/// keys that work are at the bottom. Fields and rows scroll between them, each so that the focus is visible.
struct Layout {
  private var tabs = Section()
  private var head: [Line] = []
  private var fields = Section()
  private var rows = Section()
  private var buttons = Section()
  private var exchanges: [Line] = []
  private var keys: [Line] = []
  private let isConversation: Bool
  private let picture: Bitmap?
  private var note: [Line] = []
  /// The number of rows beside each other.
  private(set) var rowsInLine = 1
  /// The number of cells in a line of the focused field.
  private(set) var fieldColumns = 1
  private let palette: Palette
  private let columns: Int
  /// The number of columns of fields and rows, beside which a picture may be.
  private let room: Int

  /// The maximum number of lines of one message, of a row that is only to be read, and of the latest requests.
  private static let (messageLimit, rowLimit, exchangeLimit) = (4, 12, 5)
  /// The least number of lines of a paragraph, which is the maximum unless it has the focus.
  private static let paragraphLines = 3

  /// The least number of columns in which a picture is beside the rows.
  static let besideColumns = 100

  /// What is drawn in addition to the screen.
  struct Extras {
    let language: Language
    var editor: Editor?
    var picture: Bitmap?
    /// What is known about a picture that isn't drawn.
    var note: String?
    /// The names of the files that the path in the focused field can mean.
    var candidates: [String] = []
    var exchanges: [String] = []
  }

  init(_ model: ScreenModel, _ controls: [Control], _ position: Int, _ extras: Extras, _ palette: Palette, columns: Int)
  {
    (picture, self.palette, self.columns) = (extras.picture, palette, columns)
    room = extras.picture != nil && columns >= Self.besideColumns ? columns / 2 : columns
    isConversation = model.layout == .conversation
    addHead(model)
    let isAbove = isConversation ? model.rows.count(where: model.canFocus) : 0
    addFields(model, model.tabs.count + isAbove, position, extras)
    addRows(model, model.tabs.count + (isConversation ? 0 : model.fields.count), position)
    note = extras.note.map { Line.wrapped($0, columns).prefix(Self.messageLimit).map { Line($0, .dim) } } ?? []
    let first = controls.count - model.buttons.count
    buttons.lines = Line.wrapped(
      model.buttons.enumerated().map { index, button in
        let label = button.isEnabled ? "<\(button.label)>" : "(\(button.label))"
        let text = Cell.cut(button.isSelected ? "* \(label)" : label, to: columns)
        let style: Style =
          !button.isEnabled ? .dim : button.isSelected ? .selected : button.role == .submit ? .title : .plain
        return Span(text: text, style: style, control: first + index)
      }, by: " ", columns)
    exchanges = extras.exchanges.suffix(Self.exchangeLimit).map { Line("· \($0)", .dim) }
    let hints = Self.keys(model, controls.indices.contains(position) ? controls[position] : nil)
    keys = Line.wrapped(hints.map { Span(text: $0.text(extras.language), style: .dim) }, by: "  ", columns)
  }

  private mutating func addHead(_ model: ScreenModel) {
    tabs.lines = Line.wrapped(
      model.tabs.enumerated().map { index, tab in
        let text = Cell.cut(tab.isSelected ? "[\(tab.label)]" : " \(tab.label) ", to: columns)
        return Span(text: text, style: tab.isSelected ? .title : .plain, control: index)
      }, by: " ", columns)
    let busy = model.isBusy ? " …" + (model.progress.map { " \($0)%" } ?? "") : ""
    head = [
      Line([
        Span(text: Cell.cut(model.title, to: max(1, columns - busy.count)), style: .title),
        Span(text: busy, style: .busy),
      ])
    ]
    for message in model.messages where !model.fields.contains(where: { $0.label == message.field }) {
      head += Self.lines(message, columns)
    }
  }

  /// Returns a message behind a mark for its kind.
  private static func lines(_ message: ScreenModel.Message, _ columns: Int) -> [Line] {
    let (mark, style): (String, Style) =
      switch message.kind {
      case .error: ("!", .error)
      case .notice: ("i", .notice)
      case .empty: ("-", .dim)
      case .busy: ("…", .busy)
      }
    let text = [message.title, message.text].compactMap(\.self).joined(separator: " ")
    return Line.wrapped(text, columns - 2).prefix(messageLimit).enumerated().map { index, line in
      Line("\(index == 0 ? mark : " ") \(line)", style)
    }
  }

  /// Adds the fields, with their messages below them.
  private mutating func addFields(_ model: ScreenModel, _ first: Int, _ position: Int, _ extras: Extras) {
    let widest = (model.fields.map { Cell.width($0.label) }.max() ?? 0) + 2
    let column = widest <= max(columns / 3, 12) ? widest : 0
    for (index, field) in model.fields.enumerated() {
      let width = max(column, min(Cell.width(field.label) + 2, columns / 2))
      let label = Cell.cut(field.label, to: width - 2) + ":"
      let isFocused = first + index == position
      let texts = texts(field, isFocused ? extras.editor : nil, max(4, room - width))
      for (number, text) in texts.lines.enumerated() {
        let name = number == 0 ? [Span(text: label, control: first + index)] : []
        let gap = Span(text: String(repeating: " ", count: width - (number == 0 ? Cell.width(label) : 0)))
        fields.lines.append(Line(name + [gap, Span(text: text)]))
        if isFocused, number == texts.line { fields.lines[fields.lines.count - 1].caret = width + texts.caret }
      }
      if isFocused { fieldColumns = max(4, room - width) - 1 }
      let indent = columns >= 60 ? column : 2
      if field.value.isEmpty, let hint = field.hint {
        fields.lines.append(Line(String(repeating: " ", count: indent) + hint, .dim))
      }
      if isFocused {
        let names = Line.wrapped(extras.candidates.joined(separator: "  "), room - indent)
        fields.lines += names.prefix(Self.messageLimit).filter { !$0.isEmpty }
          .map { Line(String(repeating: " ", count: indent) + $0, .dim) }
      }
      for message in model.messages where message.field == field.label {
        fields.lines += Self.lines(message, room - indent).map {
          Line([Span(text: String(repeating: " ", count: indent))] + $0.spans)
        }
      }
    }
  }

  /// Returns the lines of a field's content, the index of that with the caret, and the number of cells before the caret.
  private func texts(
    _ field: ScreenModel.Field, _ editor: Editor?, _ columns: Int
  ) -> (lines: [String], line: Int, caret: Int) {
    guard field.kind == .paragraph else {
      if let (text, caret) = editor?.shown(columns) { return ([text], 0, caret) }
      return ([field.options.first(where: \.isSelected).map { "‹ \($0.label) ›" } ?? field.value], 0, 0)
    }
    let least = Self.paragraphLines
    var (lines, line, caret) = (editor ?? Editor(field.value, behind: 0)).paragraph(columns - 1)
    if editor == nil, lines.count > least {
      lines = lines.prefix(least - 1) + [Cell.cut(lines[least - 1], to: columns - 2) + " …"]
      (line, caret) = (0, 0)
    }
    return (lines + Array(repeating: "", count: max(0, least - lines.count)), line, caret)
  }

  private mutating func addRows(_ model: ScreenModel, _ first: Int, _ position: Int) {
    rows.isAtEnd = isConversation
    // The address of a picture, which is drawn if possible, says nothing to a person.
    let all = model.rows.map { row in
      var row = row
      if row.detail == row.picture { row.detail = "" }
      return row
    }
    if model.layout == .grid, all.allSatisfy({ $0.action == nil || $0.detail.isEmpty }) {
      return addGrid(all, first, model)
    }
    let text = all.filter { !$0.detail.isEmpty }.map { Cell.width($0.text) }.max() ?? 0
    let detail = all.map { Cell.width($0.detail) }.max() ?? 0
    var control = first
    let column = min(text, max(room - 4 - detail, (room - 4) * 3 / 5))
    for row in all {
      let own = model.canFocus(row) ? control : nil
      if own != nil { control += 1 }
      rows.lines += lines(row, own, model.layout, column, isFocused: own == position)
    }
  }

  /// Adds as many rows beside each other as there is room for. Those that are only to be read follow them.
  private mutating func addGrid(_ all: [ScreenModel.Row], _ first: Int, _ model: ScreenModel) {
    let cells = all.filter(model.canFocus)
    let width = min((cells.map { Cell.width($0.text) }.max() ?? 0) + 4, room)
    rowsInLine = room / width
    rows.lines = stride(from: 0, to: cells.count, by: rowsInLine).map { start in
      Line(
        cells.indices[start...].prefix(rowsInLine).map { index in
          let (mark, style): (String, Style) = cells[index].isSelected ? ("*", .selected) : (" ", .plain)
          return Span(text: "\(mark) \(cells[index].text) ", style: style, control: first + index, width: width)
        })
    }
    rows.lines += all.filter { !model.canFocus($0) }.map { Line("  \($0.text)  \($0.detail)", .dim) }
  }

  private func lines(
    _ row: ScreenModel.Row, _ control: Int?, _ layout: ScreenModel.Layout, _ column: Int, isFocused: Bool
  ) -> [Line] {
    let style: Style = row.isSelected ? .selected : .plain
    let mark = row.isSelected ? "* " : "  "
    if layout == .text { return [Line(row.detail.isEmpty ? row.text : "\(row.text)  \(row.detail)", control: control)] }
    if isConversation {
      // The detail of a message is its author.
      return wrapped("\(row.detail): \(row.text)").map { Line(mark + $0, style, control: control) }
    }
    let isLong =
      row.text.contains(where: \.isNewline)
      || Cell.width(row.text) > (row.detail.isEmpty ? room - 2 : column) || column + 4 + Cell.width(row.detail) > room
    // What is only to be read, or has the focus, is shown in full.
    if row.text.isEmpty || isLong && (row.action == nil || isFocused) {
      let parts = [(row.text, style), (row.detail, Style.dim)].filter { !$0.0.isEmpty }
      let lines = parts.flatMap { text, style in wrapped(text).map { ($0, style) } }
      return lines.enumerated().map { Line(($0 == 0 ? mark : "  ") + $1.0, $1.1, control: control) }
    }
    let width = row.detail.isEmpty ? room : column + 4
    return [
      Line([
        Span(text: mark + row.text, style: style, control: control, width: width),
        Span(text: row.detail, style: .dim, control: control, width: max(0, room - width)),
      ])
    ]
  }

  private func wrapped(_ text: String) -> [String] {
    let all = Line.wrapped(text, room - 4)
    return all.count <= Self.rowLimit ? all : all.prefix(Self.rowLimit - 1) + [all[Self.rowLimit - 1] + " …"]
  }

  /// Returns the help for the keys that work now, the most important first.
  private static func keys(_ model: ScreenModel, _ control: Control?) -> [Phrase] {
    var keys: [Phrase] = []
    let canSubmit = model.buttons.contains { $0.role == .submit }
    switch control {
    case .field(let field) where field.kind == .paragraph:
      keys = (canSubmit ? [.keySend] : []) + [.keyNext, .keyNewLine]
    case .field(let field):
      keys = [field == model.fields.last && canSubmit ? .keySubmit : .keyContinue]
      if field.kind == .choice { keys.append(.keyOption) }
      if field.kind == .file { keys.append(.keyComplete) }
    case .row(let row) where row.action == nil: break
    case nil: break
    default: keys = [.keyChoose]
    }
    if model.buttons.contains(where: { $0.role == .back && $0.isEnabled }) { keys.append(.keyBack) }
    keys += [.keyQuit, .keyMove]
    if model.rows.contains(where: model.canFocus) {
      keys += keys.contains(.keyNext) ? [.keyPage] : [.keySection, .keyPage]
    }
    return keys + [.keyRequests]
  }

  /// A place on the terminal, counted from 1.
  struct Place: Equatable { var line: Int, column: Int }

  /// Returns `count` lines, and the place of the cursor: the caret of a focused field, or the beginning of another
  /// focused line, which is where a screen reader looks for it.
  ///
  /// - Parameter row: The row around which the rows are shown while it has no focus.
  func drawn(_ count: Int, focus: Int, row: Int?) -> (lines: [String], cursor: Place?) {
    // On a very small terminal, messages and most keys are dropped.
    let bottom = exchanges.suffix(count / 4) + keys.prefix(max(1, count / 8))
    let head = head.prefix(max(1, count / 3)) + (count < 16 ? [] : [Line([])])
    let tabs = tabs.shown(max(1, count / 6), around: focus)
    var free = max(0, count - tabs.lines.count - head.count - bottom.count)
    let buttons = buttons.shown(min(self.buttons.lines.count, max(1, free / 3)), around: focus)
    free = max(0, free - buttons.lines.count)
    let needed = self.fields.lines.count
    let fields = self.fields.shown(min(needed, rows.lines.isEmpty ? free : max(1, free / 2)), around: focus)
    free = max(0, free - fields.lines.count)
    let isBeside = room < columns
    // What is known about a picture that isn't drawn has the lines that the rows leave free.
    let known = note.prefix(max(0, free - self.rows.lines.count))
    let above =
      isBeside
      ? [] : picture.map { $0.lines(columns: columns, lines: free / 2).map { Line([], picture: $0) } } ?? Array(known)
    free -= above.count
    let rows = self.rows.shown(free, around: self.rows.line(of: focus) == nil && !isConversation ? row : focus)
    let empty = Array(repeating: Line([]), count: max(0, free - rows.lines.count))
    var middle = isConversation ? empty + above + rows.lines + fields.lines : fields.lines + above + rows.lines + empty
    if isBeside, let picture {
      for (index, line) in picture.lines(columns: columns - room - 2, lines: middle.count).enumerated() {
        middle[index].picture = line
      }
    }
    let all = tabs.lines + head + middle + buttons.lines + bottom
    let lines = all.prefix(count).map { line in
      line.drawn(line.picture.isEmpty ? columns : isBeside ? room + 2 : 0, focus: focus, palette)
    }
    guard let line = Section(lines: all).line(of: focus), line < count else { return (Array(lines), nil) }
    let before = all[line].spans.prefix { $0.control != focus }.reduce(0) { $0 + ($1.width ?? Cell.width($1.text)) }
    return (Array(lines), Place(line: line + 1, column: min((all[line].caret ?? before) + 1, columns)))
  }
}
