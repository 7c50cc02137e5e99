/// The text of a field, and the place of its caret.
struct Editor: Equatable {
  private(set) var before: [Character]
  private(set) var after: [Character]

  /// - Parameter behind: The number of characters behind the caret.
  init(_ text: String, behind: Int) {
    let all = Array(text)
    let split = max(0, all.count - behind)
    (before, after) = (Array(all[..<split]), Array(all[split...]))
  }

  var text: String { String(before + after) }

  /// Handles a key. Returns `false` if it isn't one of an editor.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let text): before += text
    case .erase: _ = before.popLast()
    case .delete: after = Array(after.dropFirst())
    case .eraseLine: before = []
    case .eraseWord:
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    case .left: if let last = before.popLast() { after.insert(last, at: 0) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .first: (before, after) = ([], before + after)
    case .last: (before, after) = (before + after, [])
    default: return false
    }
    return true
  }

  /// Returns the part around the caret that fits into `columns` cells, and the number of cells before the caret.
  func shown(_ columns: Int) -> (text: String, caret: Int) {
    let tail = Cell.cut(String(after), to: max(columns - 1 - Cell.width(String(before)), columns / 4))
    let head = Cell.cut(String(before), to: max(1, columns - 1 - Cell.width(tail)), keepsEnd: true)
    return (head + tail, Cell.width(head))
  }
}
