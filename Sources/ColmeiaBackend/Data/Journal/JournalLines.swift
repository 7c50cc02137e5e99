import ColmeiaJSON

/// The JSON of a journal's lines, one after the other, each checked.
struct JournalLines {
  private let bytes: [UInt8]
  private var place = 0
  private var checksum: UInt32 = 0
  /// The number of the line that was read last, from 1.
  private(set) var line = 0
  /// The last line, if it was not written to its end.
  private(set) var torn: BackendJournal.Replay.Torn?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the next line looks like one of a journal.
  var hasForm: Bool { JournalLine(bytes[place..<(end ?? bytes.endIndex)]) != nil }

  private var end: Int? { bytes[place...].firstIndex(of: UInt8(ascii: "\n")) }

  /// The next line's JSON; `nil` behind the last whole one.
  ///
  /// A last line that lacks nothing but its end is whole. That what follows a line without an end cannot be told from it is
  /// no loss: nothing follows it.
  mutating func next() throws(BackendJournalError) -> ArraySlice<UInt8>? {
    guard place < bytes.endIndex else { return nil }
    let end = end
    let text = bytes[place..<(end ?? bytes.endIndex)]
    line += 1
    guard let parts = JournalLine(text) else { return try miss("it is no record", text, hasEnd: end != nil) }
    if let problem = parts.problem(after: checksum) { return try miss(problem, text, hasEnd: end != nil) }
    checksum = parts.checksum
    place = end.map { $0 + 1 } ?? bytes.endIndex
    return parts.json
  }

  private mutating func miss(
    _ problem: String, _ text: ArraySlice<UInt8>, hasEnd: Bool
  ) throws(BackendJournalError) -> ArraySlice<UInt8>? {
    if hasEnd {
      throw .damaged(line: line, "\(problem); what it holds may have been answered: \(Self.content(of: text))")
    }
    let lost = JournalLine.isUnfinished(text) ? nil : Self.content(of: text)
    torn = .init(line: line, bytes: text.count, lost: lost)
    place = bytes.endIndex
    return nil
  }

  /// What a damaged line holds, as far as it can be read.
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
