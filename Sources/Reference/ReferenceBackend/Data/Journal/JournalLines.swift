import ColmeiaJSON

/// A sequence of the JSON texts in a journal's lines, each verified.
struct JournalLines {
  private let bytes: [UInt8]
  private var place = 0
  private var checksum: UInt32 = 0
  /// The number of the line that was read last, starting at 1.
  private(set) var line = 0
  /// The last line, if it was incomplete or damaged.
  private(set) var torn: BackendJournal.Replay.Torn?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the next line has the form of a journal line.
  var hasForm: Bool { JournalLine(bytes[place..<(end ?? bytes.endIndex)]) != nil }

  private var end: Int? { bytes[place...].firstIndex(of: UInt8(ascii: "\n")) }

  /// Returns the JSON of the next line, or `nil` after the last complete one.
  ///
  /// A last line that lacks only its line feed counts as complete. Appending to such a line would merge two lines, but
  /// a journal that was read is never appended to.
  mutating func next() throws(BackendJournalError) -> ArraySlice<UInt8>? {
    guard place < bytes.endIndex else { return nil }
    let end = end
    let text = bytes[place..<(end ?? bytes.endIndex)]
    line += 1
    guard let parts = JournalLine(text) else { return try miss("it is not a record", text, hasEnd: end != nil) }
    if let problem = parts.problem(after: checksum) { return try miss(problem, text, hasEnd: end != nil) }
    checksum = parts.checksum
    place = end.map { $0 + 1 } ?? bytes.endIndex
    return parts.json
  }

  private mutating func miss(
    _ problem: String, _ text: ArraySlice<UInt8>, hasEnd: Bool
  ) throws(BackendJournalError) -> ArraySlice<UInt8>? {
    if hasEnd {
      throw .damaged(line: line, "\(problem); its content may have been confirmed: \(Self.content(of: text))")
    }
    let lost = JournalLine.isUnfinished(text) ? nil : Self.content(of: text)
    torn = .init(line: line, bytes: text.count, lost: lost)
    place = bytes.endIndex
    return nil
  }

  /// Describes the content of a damaged line, as far as it can be read.
  private static func content(of text: ArraySlice<UInt8>) -> String {
    guard let line = JournalLine(text),
      let changes = (try? JSON(parsing: Array(line.json.prefix(line.length))))?.array, !changes.isEmpty
    else { return "it cannot be read" }
    let names = changes.map { change in
      if case .object(let object) = change, let name = object.keys.first { return name }
      return "something"
    }
    return "changes of " + names.joined(separator: ", ")
  }
}
