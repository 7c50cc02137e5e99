/// Shortens long lines to their beginning and what surrounds the first difference from another line.
///
///     −   body: "aaaaaaaa… (999802 bytes left out) …aaaaaa"
///     +   body: "aaaaaaaa… (999802 bytes left out) …aaaaaab"
///
/// What is left out is counted in bytes of UTF-8. A scalar is never cut.
package enum Excerpt {
  /// Returns a line, or its beginning if it is longer than the limit.
  ///
  /// - Parameter limit: The number of bytes above which the line is shortened.
  package static func of(_ line: String, limit: Int) -> String {
    line.utf8.count > limit ? kept(line, [0..<limit]) : line
  }

  /// Returns the lines of a diff, each of which begins with a mark of two characters. Successive old lines and the new
  /// lines that follow them are compared one by one.
  static func of(diff lines: [String], limit: Int) -> [String] {
    guard lines.contains(where: { $0.utf8.count > limit }) else { return lines }
    var lines = lines
    var start = 0
    while start < lines.count {
      let old = start..<end(of: "−", in: lines, from: start)
      let new = old.upperBound..<end(of: "+", in: lines, from: old.upperBound)
      for (before, after) in zip(old, new) {
        (lines[before], lines[after]) = around(lines[before], lines[after], limit)
      }
      for line in [Array(old.dropFirst(new.count)), Array(new.dropFirst(old.count))].joined() {
        lines[line] = of(lines[line], limit: limit)
      }
      if old.isEmpty, new.isEmpty { lines[start] = of(lines[start], limit: limit) }
      start = max(start + 1, new.upperBound)
    }
    return lines
  }

  private static func end(of mark: String, in lines: [String], from start: Int) -> Int {
    lines[start...].firstIndex { !$0.hasPrefix(mark) } ?? lines.count
  }

  /// Returns two lines of a diff, or their beginnings and what surrounds the first difference after the marks.
  private static func around(_ old: String, _ new: String, _ limit: Int) -> (old: String, new: String) {
    let (oldText, newText) = (String(old.dropFirst()), String(new.dropFirst()))
    let difference = zip(oldText.utf8, newText.utf8).prefix { $0 == $1 }.count
    let ranges = [0..<limit / 4, difference - limit / 4..<difference + limit / 2]
    func excerpt(_ text: String) -> String { text.utf8.count > limit ? kept(text, ranges) : text }
    return (old.prefix(1) + excerpt(oldText), new.prefix(1) + excerpt(newText))
  }

  /// Returns the ranges of a line's bytes, which are in order and may overlap, with the number of bytes between them.
  private static func kept(_ line: String, _ ranges: [Range<Int>]) -> String {
    let (utf8, count) = (line.utf8, line.utf8.count)
    /// Returns the beginning of the scalar that contains a byte.
    func start(_ offset: Int) -> String.Index {
      var index = utf8.index(utf8.startIndex, offsetBy: min(max(offset, 0), count))
      while index.samePosition(in: line.unicodeScalars) == nil { index = utf8.index(before: index) }
      return index
    }
    var text = ""
    var end = line.startIndex
    for range in ranges where range.upperBound > 0 {
      let first = max(start(range.lowerBound), end)
      let last = max(start(range.upperBound), first)
      text += gap(utf8.distance(from: end, to: first), isEnd: false) + line[first..<last]
      end = last
    }
    return text + gap(utf8.distance(from: end, to: line.endIndex), isEnd: true)
  }

  private static func gap(_ bytes: Int, isEnd: Bool) -> String {
    bytes == 0 ? "" : "… (\(bytes) bytes left out)" + (isEnd ? "" : " …")
  }
}
