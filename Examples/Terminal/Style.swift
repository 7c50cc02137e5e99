/// How a part of a line looks. The colors are those of the person's theme.
enum Style: String {
  case plain = ""
  case title = "1"
  case dim = "2"
  case error = "31"
  case selected = "32"
  case busy = "33"
  case notice = "36"
}

/// What the terminal can show, as its environment says.
struct Palette {
  /// Whether a style is drawn. A terminal without colors has bold and dim text, unless it is `dumb`.
  let hasColors: Bool
  let hasTrueColors: Bool
  private let isDumb: Bool

  init(_ environment: [String: String]) {
    isDumb = environment["TERM"] == "dumb"
    hasColors = !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
    hasTrueColors = hasColors && ["truecolor", "24bit"].contains(environment["COLORTERM"])
  }

  func drawn(_ text: String, _ style: Style) -> String {
    switch style {
    case .plain: text
    case .title, .dim: isDumb ? text : "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    case .error, .selected, .busy, .notice: hasColors ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
  }
}

/// A part of a line with one style.
struct Span {
  var text: String
  var style = Style.plain
  /// The index of the control that it belongs to.
  var control: Int?
  /// The number of cells to which it is cut or filled, if it stands in a column.
  var width: Int?
}

/// A line of the terminal. It is cut to its width when it is drawn, because most lines of a long list never are.
struct Line {
  var spans: [Span]
  /// A drawn part of a picture, which follows the text.
  var picture = ""
  /// The number of cells before the caret, if the caret of the focused field is in this line.
  var caret: Int?

  init(_ spans: [Span], picture: String = "") { (self.spans, self.picture) = (spans, picture) }

  init(_ text: String, _ style: Style = .plain, control: Int? = nil) {
    self.init([Span(text: text, style: style, control: control)])
  }

  /// Returns the line for a terminal. The focused control is reversed.
  func drawn(_ columns: Int, focus: Int, _ palette: Palette) -> String {
    var (drawn, used) = ("", 0)
    for span in spans where used < columns && !(span.text.isEmpty && span.control == nil) {
      let text = Cell.cut(span.text, to: min(span.width ?? .max, columns - used))
      let gap = span.width.map { max(0, min($0, columns - used) - Cell.width(text)) } ?? 0
      let filled = text + String(repeating: " ", count: gap)
      drawn += span.control == focus ? "\u{1B}[7m\(filled)\u{1B}[0m" : palette.drawn(filled, span.style)
      used += Cell.width(text) + gap
    }
    return picture.isEmpty ? drawn : drawn + String(repeating: " ", count: max(0, columns - used)) + picture
  }

  /// Returns a text on as many lines as it needs, broken at its line breaks, at the spaces, and within words that don't
  /// fit on a line.
  static func wrapped(_ text: String, _ columns: Int) -> [String] {
    if text.isEmpty { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { part in
      let words = part.split(separator: " ").flatMap { Cell.parts($0, of: max(1, columns)) }
      let lines = wrapped(words.map { Span(text: $0) }, by: " ", columns).map { $0.spans.map(\.text).joined() }
      return lines.isEmpty ? [""] : lines
    }
  }

  /// Returns the parts on as many lines as they need.
  static func wrapped(_ parts: [Span], by separator: String, _ columns: Int) -> [Line] {
    var (lines, width): ([Line], Int) = ([Line([])], 0)
    for part in parts {
      let needed = Cell.width(part.text)
      if width > 0, width + separator.count + needed > columns {
        lines.append(Line([]))
        width = 0
      }
      if width > 0 { lines[lines.count - 1].spans.append(Span(text: separator)) }
      width += needed + (width > 0 ? separator.count : 0)
      lines[lines.count - 1].spans.append(part)
    }
    return lines
  }
}

/// Lines that scroll together.
struct Section {
  var lines: [Line] = []
  /// Whether the last lines are visible when no line has to be.
  var isAtEnd = false

  /// Returns the index of the line with the caret, or else of the first line of a control.
  func line(of control: Int?) -> Int? {
    lines.firstIndex { $0.caret != nil }
      ?? control.flatMap { control in lines.firstIndex { $0.spans.contains { $0.control == control } } }
  }

  /// Returns at most `count` lines, among them those of a control, and the index of the first. Arrows show how many
  /// lines are hidden above and below, if there is room for them.
  func shown(_ count: Int, around control: Int?) -> (lines: [Line], start: Int) {
    guard lines.count > count, count > 0 else { return (Array(lines.prefix(count)), 0) }
    let hasMarks = count > 3
    let room = hasMarks ? count - 2 : count
    let wanted = line(of: control).map { $0 - room / 2 } ?? (isAtEnd ? lines.count : 0)
    let start = min(max(0, wanted), lines.count - room)
    let (above, below) = (start, lines.count - start - room)
    let shown = Array(lines[start..<start + room])
    if !hasMarks { return (shown, start) }
    let marks = [(above, "↑"), (below, "↓")].map { Line($0 > 0 ? "  \($1) \($0)" : "", .dim) }
    return ([marks[0]] + shown + [marks[1]], start - 1)
  }
}
