import ColmeiaJSON

/// The text format of a journal of changes since a snapshot.
///
/// A journal consists of a header, which contains the generation of the snapshot, and a line for each group of changes
/// that was written together. Each line has a checksum that covers all lines up to it.
///
/// Lines are only ever appended. A last line that is incomplete was therefore being written when the process ended, and
/// its changes were not confirmed to any client. If the last line is instead damaged in another way, its changes may
/// have been confirmed.
public enum BackendJournal {
  /// The version of written journals, and the only one that can be read.
  public static let version = 1
  static let format = "colmeia-journal"
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: BackendData.largest))

  private struct Header: Codable {
    var format: String
    var version: Int
    var generation: Int
  }

  /// The result of applying a journal to a snapshot.
  public struct Replay: Sendable, Equatable {
    /// The state with all changes.
    public var state: Backend.State
    /// The number of groups that were applied, or `nil` if the journal is older than the snapshot, which then contains
    /// all its changes.
    public var records: Int?
    /// The last line, if it was incomplete or damaged and therefore ignored.
    public var torn: Torn?

    /// A last line that was ignored.
    public struct Torn: Sendable, Equatable {
      /// The line number, starting at 1.
      public var line: Int
      /// The number of bytes in the line.
      public var bytes: Int
      /// A description of the changes in a damaged line, as far as it can be read. They may have been confirmed to
      /// clients. `nil` if the line was not completely written, so that its changes were not confirmed.
      public var lost: String?
    }
  }

  /// Returns the first line of a journal.
  static func header(generation: Int, _ checksum: inout UInt32) throws(BackendDataError) -> [UInt8] {
    try line(Header(format: format, version: version, generation: generation), &checksum)
  }

  /// Returns a line with a group of changes.
  static func record(_ changes: [BackendChange], _ checksum: inout UInt32) throws(BackendDataError) -> [UInt8] {
    try line(changes, &checksum)
  }

  private static func line(_ value: some Encodable, _ checksum: inout UInt32) throws(BackendDataError) -> [UInt8] {
    do {
      return JournalLine.bytes(try JSON.encode(value, .compact, coding), after: &checksum)
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// Returns a journal whose lines contain these texts, without validating them. The last line is complete.
  package static func framed(_ lines: [UInt8]) -> [UInt8] {
    var checksum: UInt32 = 0
    return lines.split(separator: UInt8(ascii: "\n")).flatMap { JournalLine.bytes(Array($0), after: &checksum) }
  }

  /// Applies all changes of a journal to a state.
  ///
  /// - Parameters:
  ///   - bytes: The journal.
  ///   - state: The state of the snapshot.
  ///   - generation: The generation of the snapshot.
  /// - Throws: ``BackendJournalError`` if anything except the end of the last line is missing or damaged.
  /// - Complexity: O(length of the journal), and O(size of the state) for a consistency check.
  public static func replay(
    _ bytes: [UInt8], onto state: Backend.State, generation: Int
  ) throws(BackendJournalError) -> Replay {
    var rest = JournalLines(bytes)
    var replay = Replay(state: state, records: 0)
    replay.state.keepsChanges = false
    guard try self.generation(&rest, snapshot: generation) == generation else {
      replay.records = nil
      return replay
    }
    while let json = try rest.next() {
      let changes: [BackendChange]
      do { changes = try JSON.decode([BackendChange].self, from: Array(json), coding) } catch {
        throw .damaged(line: rest.line, "\(error)")
      }
      for change in changes {
        if let problem = replay.state.apply(change) { throw .damaged(line: rest.line, problem) }
      }
      replay.records = (replay.records ?? 0) + 1
    }
    replay.torn = rest.torn
    if let damage = replay.state.inconsistency { throw .damaged(line: rest.line, damage) }
    return replay
  }

  private static func generation(_ rest: inout JournalLines, snapshot: Int) throws(BackendJournalError) -> Int {
    guard rest.hasForm else { throw .otherFormat }
    guard let json = try rest.next() else { throw .damaged(line: 1, "it is incomplete") }
    guard let header = try? JSON(parsing: Array(json)), header["format"]?.string == format,
      let found = header["version"]?.int
    else { throw .otherFormat }
    guard found == version else { throw .otherVersion(found) }
    guard let generation = header["generation"]?.int, generation >= 0 else {
      throw .damaged(line: 1, "it has no generation")
    }
    guard generation <= snapshot else { throw .newer(generation, snapshot: snapshot) }
    return generation
  }
}
