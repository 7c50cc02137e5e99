import ColmeiaJSON

/// What has changed since a snapshot, as text: a header, which names the generation of the snapshot, and a line for each
/// group of changes that was kept together. Each line has a checksum of all before it.
///
/// Lines are only ever added. So a line without an end is one that was being added when the process ended; nobody was told
/// that it was kept. Where it is not the beginning of a line, something else has damaged it, and somebody may have been told.
public enum BackendJournal {
  /// The version that is written, and the only one that is read.
  public static let version = 1
  static let format = "colmeia-journal"
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: BackendData.largest))

  private struct Header: Codable {
    var format: String
    var version: Int
    var generation: Int
  }

  /// What a journal adds to a snapshot.
  public struct Replay: Sendable, Equatable {
    /// What there is with all changes.
    public var state: Backend.State
    /// How many groups of changes were done again; `nil` when the journal is of an older generation than the snapshot,
    /// which has all of them.
    public var records: Int?
    /// A last line without an end, which was left out.
    public var torn: Torn?

    /// A last line without an end.
    public struct Torn: Sendable, Equatable {
      /// From 1.
      public var line: Int
      /// How many bytes of it there are.
      public var bytes: Int
      /// What was in it, as far as it can be read: it may have been answered. `nil` when the line was not written to its end,
      /// so that nobody was answered.
      public var lost: String?
    }
  }

  /// The first line of a journal.
  static func header(generation: Int, _ checksum: inout UInt32) throws(BackendDataError) -> [UInt8] {
    try line(Header(format: format, version: version, generation: generation), &checksum)
  }

  /// A line of changes.
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

  /// A journal whose lines hold these texts, whatever they are; the last one has an end.
  package static func framed(_ lines: [UInt8]) -> [UInt8] {
    var checksum: UInt32 = 0
    return lines.split(separator: UInt8(ascii: "\n")).flatMap { JournalLine.bytes(Array($0), after: &checksum) }
  }

  /// Does all changes of a journal again.
  ///
  /// - Parameters:
  ///   - bytes: the journal.
  ///   - state: the snapshot's.
  ///   - generation: the snapshot's.
  /// - Throws: ``BackendJournalError``, when anything but the end of the last line is missing or not as it was written.
  /// - Complexity: O(length), and O(everything) for a check of what comes of it.
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
    guard let json = try rest.next() else { throw .damaged(line: 1, "it has no end") }
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
