import ColmeiaSecrets

/// Reads the files that a scenario file includes. Together they are one text, in which the scenario file is first.
package struct IncludedFiles {
  /// Returns the file at a path that is written in another file.
  package typealias Load = (_ path: String, _ file: String) throws(EvaluationFailure) -> SourceText

  /// The maximum number of files.
  static let limit = 64

  private(set) var source: SourceText
  /// The parts of the text in the order in which they are parsed: what is included comes first.
  private(set) var order: [Int] = []
  private(set) var mistakes: [Diagnostic] = []
  private let load: Load
  /// The parts that are being read, each with the position of the line that includes it.
  private var open: [(part: Int, line: Int)] = []

  init(_ source: SourceText, _ load: @escaping Load) {
    (self.source, self.load) = (source, load)
    visit(0, line: 0)
  }

  private mutating func visit(_ part: Int, line: Int) {
    open.append((part, line))
    var cursor = Cursor(source: source, part: part)
    cursor.skipMark()
    while cursor.position < cursor.end {
      cursor.skipSpaces()
      if !cursor.isAtEndOfLine {
        let start = cursor.position
        guard cursor.consumeWord("include") else { break }
        // A mistake in the line is reported when it is parsed.
        if let path = try? cursor.needText("a path") { include(path.text, path.range, start) }
      }
      cursor.skipLine()
    }
    open.removeLast()
    order.append(part)
  }

  /// Returns a path without the components that stand for a folder itself.
  private static func plain(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private mutating func include(_ path: String, _ range: Range<Int>, _ line: Int) {
    let file: SourceText
    do throws(EvaluationFailure) { file = try load(path, source.parts[open[open.count - 1].part].name) } catch {
      return mistakes.append(Diagnostic(range, error.message))
    }
    let known = source.parts.firstIndex { Self.plain($0.name) == Self.plain(file.name) }
    if let known, let position = open.firstIndex(where: { $0.part == known }) {
      // The line by which the circle begins is in the file that is included again.
      let first = open.indices.contains(position + 1) ? open[position + 1].line : line
      return mistakes.append(
        Diagnostic(range, "'\(path)' includes this file, in \(source.location(of: first))", hint: "a circle has no end")
      )
    }
    if known != nil { return }
    if source.parts.count == Self.limit || file.bytes.count > ScenarioFile.sizeLimit {
      return mistakes.append(Diagnostic(range, "more than \(Self.limit) files, or one of more than 1 MiB"))
    }
    source.append(file, includedAt: line)
    visit(source.parts.count - 1, line: line)
  }
}
