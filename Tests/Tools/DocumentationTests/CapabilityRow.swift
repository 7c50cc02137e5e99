/// A row of the table of capabilities: a number, its implementation, and the tests that would fail without it.
struct CapabilityRow {
  /// A test in a file, a scenario, or the beginning of a line of a script.
  struct Proof: Equatable {
    var file: String
    var name: String
  }

  /// A word before the place, followed by a colon.
  enum Mark: String {
    /// The intent is implemented in the style of this architecture.
    case adapted
    /// No implementation is needed.
    case context
    /// The library implements it, but the reference app, its commands and the examples don't use it.
    case libraryOnly = "library only"
  }

  var number: String
  var marks: [Mark]
  var files: [String]
  var proofs: [Proof]

  /// Returns the rows of a Markdown table, and the lines that look like rows but can't be parsed.
  static func rows(of table: String) -> (rows: [CapabilityRow], malformed: [String]) {
    var rows: [CapabilityRow] = []
    var malformed: [String] = []
    for line in table.split(separator: "\n") where line.prefixMatch(of: /\|\s*[A-Z]\d/) != nil {
      if let row = CapabilityRow(line) { rows.append(row) } else { malformed.append(String(line)) }
    }
    return (rows, malformed)
  }

  private init?(_ line: Substring) {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 5, cells[0].isEmpty, cells[4].isEmpty, let proofs = Self.proofs(of: cells[3]) else {
      return nil
    }
    number = cells[1]
    marks = Self.marks(of: cells[2])
    // Code that contains no slash isn't a file.
    files = cells[2].matches(of: /`([^`]+)`/).map { String($0.output.1) }.filter { $0.contains("/") }
    self.proofs = proofs
  }

  private static func marks(of cell: String) -> [Mark] {
    guard let match = cell.prefixMatch(of: /[a-z ]+(?:, [a-z ]+)*:/) else { return [] }
    let marks = match.output.dropLast().split(separator: ", ").map { Mark(rawValue: String($0)) }
    return marks.contains(nil) ? [] : marks.compactMap(\.self)
  }

  /// Parses `` `file`: "name", "name"; `file`: "name" ``. Returns `nil` if the cell has any other content.
  private static func proofs(of cell: String) -> [Proof]? {
    guard !cell.isEmpty else { return [] }
    var proofs: [Proof] = []
    for part in cell.split(separator: "; `", omittingEmptySubsequences: false) {
      guard let match = String(part).wholeMatch(of: /`?([^`]+)`: "([^"]+)"((?:, "[^"]+")*)/) else { return nil }
      let file = String(match.output.1)
      let names = [match.output.2] + match.output.3.matches(of: /"([^"]+)"/).map(\.output.1)
      proofs += names.map { Proof(file: file, name: String($0)) }
    }
    return proofs
  }
}
