/// The text of a field, and the place of its caret.
struct Editor: Equatable {
  private(set) var before: [Character]
  private(set) var after: [Character]
  /// Whether the text may have several lines.
  private let isParagraph: Bool

  /// - Parameter behind: The number of characters behind the caret.
  init(_ text: String, behind: Int, isParagraph: Bool = false) {
    let all = Array(text)
    let split = max(0, all.count - behind)
    (before, after, self.isParagraph) = (Array(all[..<split]), Array(all[split...]), isParagraph)
  }

  var text: String { String(before + after) }

  /// Handles a key. Returns `false` if it isn't one of an editor.
  ///
  /// - Parameter columns: The number of cells in a line of a paragraph.
  mutating func press(_ key: Key, _ columns: Int) -> Bool {
    switch key {
    case .text(let text): before += isParagraph ? text : String(text.map { $0.isNewline ? " " : $0 })
    case .enter where isParagraph: before.append("\n")
    case .up: return isParagraph && moveLine(-1, columns)
    case .down: return isParagraph && moveLine(1, columns)
    case .erase: _ = before.popLast()
    case .delete: after = Array(after.dropFirst())
    case .eraseLine: before.removeLast(line.before)
    case .eraseWord:
      while let last = before.last, last.isWhitespace { before.removeLast() }
      while let last = before.last, !last.isWhitespace { before.removeLast() }
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .first: move(by: -line.before)
    case .last: move(by: line.after)
    default: return false
    }
    return true
  }

  /// The number of characters of the caret's line before and behind the caret.
  private var line: (before: Int, after: Int) {
    let start = before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
    return (before.count - start, after.firstIndex(where: \.isNewline) ?? after.count)
  }

  private mutating func move(by count: Int) {
    let all = before + after
    let position = min(max(0, before.count + count), all.count)
    (before, after) = (Array(all[..<position]), Array(all[position...]))
  }

  /// Moves the caret to the same cell of the line above or below. Returns `false` if there is none.
  private mutating func moveLine(_ step: Int, _ columns: Int) -> Bool {
    let (all, lines) = (before + after, Self.lines(before + after, columns))
    let line = lines.lastIndex { $0.lowerBound <= before.count } ?? 0
    guard lines.indices.contains(line + step) else { return false }
    let target = lines[line + step]
    var (position, cells) = (target.lowerBound, Cell.width(all[lines[line].lowerBound..<before.count]))
    while position < target.upperBound, cells >= Cell.width(all[position]) {
      cells -= Cell.width(all[position])
      position += 1
    }
    // The end of a line that is wrapped is the beginning of the next one.
    let isWrapped = lines.contains { $0.lowerBound == position } && position > target.lowerBound
    move(by: position - before.count - (isWrapped ? 1 : 0))
    return true
  }

  /// Returns the lines of a text: from break to break, wrapped behind spaces, and within words that don't fit.
  static func lines(_ text: [Character], _ columns: Int) -> [Range<Int>] {
    var (lines, start, position, used): ([Range<Int>], Int, Int, Int) = ([], 0, 0, 0)
    while position < text.count {
      let width = Cell.width(text[position])
      if text[position].isNewline {
        lines.append(start..<position)
        (start, position, used) = (position + 1, position + 1, 0)
      } else if used + width > columns, position > start {
        let space = text[start..<position].lastIndex(of: " ")
        lines.append(start..<(space.map { $0 + 1 } ?? position))
        (start, position, used) = (lines[lines.count - 1].upperBound, lines[lines.count - 1].upperBound, 0)
      } else {
        (position, used) = (position + 1, used + width)
      }
    }
    return lines + [start..<position]
  }

  /// Returns the lines of a paragraph, the index of that with the caret, and the number of cells before the caret.
  func paragraph(_ columns: Int) -> (lines: [String], line: Int, caret: Int) {
    let (all, lines) = (before + after, Self.lines(before + after, columns))
    let line = lines.lastIndex { $0.lowerBound <= before.count } ?? 0
    return (lines.map { String(all[$0]) }, line, Cell.width(all[lines[line].lowerBound..<before.count]))
  }

  /// Returns the part around the caret that fits into `columns` cells, and the number of cells before the caret.
  func shown(_ columns: Int) -> (text: String, caret: Int) {
    let tail = Cell.cut(String(after), to: max(columns - 1 - Cell.width(String(before)), columns / 4))
    let head = Cell.cut(String(before), to: max(1, columns - 1 - Cell.width(tail)), keepsEnd: true)
    return (head + tail, Cell.width(head))
  }
}
