import ColmeiaJSON

/// The whole state of a back end as a JSON document, so that a server can go on where it stopped.
///
/// The document names its format and version, and has a checksum of all its bytes, without which it can be read as well: so
/// it can be changed by hand. Equal states are equal bytes. It holds e-mails and digests of passwords
/// and tokens: keep it where only the operator reads it.
public enum BackendData {
  /// The version that is written, and the only one that is read.
  public static let version = 1
  private static let format = "colmeia-backend"
  /// The most bytes that a document may have.
  public static let largest = 256 << 20
  /// No generation is later: more is taken for damage.
  private static let lastGeneration = 1 << 53
  /// Keys that no state has are mistakes.
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: largest))

  private struct Document: Codable {
    var format: String
    var version: Int
    /// `nil` in one that was written before there were checksums, or changed by hand.
    var checksum: String?
    /// How often it was written with a journal behind it; `nil` without one.
    var generation: Int?
    var state: Backend.State
  }

  /// The document of a state.
  ///
  /// - Parameter generation: which one of those that a ``BackendJournal`` goes on from; 0 for none.
  /// - Complexity: O(everything).
  public static func write(_ state: Backend.State, generation: Int = 0) throws(BackendDataError) -> [UInt8] {
    let document = Document(
      format: format, version: version, checksum: BackendChecksum.none,
      generation: generation == 0 ? nil : generation, state: state)
    do {
      return BackendChecksum.put(into: try JSON.encode(document, .pretty, coding))
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// The state that a document holds, after a check that it is one that a back end could have left behind.
  ///
  /// - Complexity: O(length).
  public static func read(_ bytes: [UInt8]) throws(BackendDataError) -> Backend.State {
    try readWithGeneration(bytes).state
  }

  /// The same, with its generation.
  static func readWithGeneration(
    _ bytes: [UInt8]
  ) throws(BackendDataError) -> (state: Backend.State, generation: Int) {
    let document: JSON
    do { document = try JSON(parsing: bytes, limits: coding.limits) } catch { throw .notJSON("\(error)") }
    guard document["format"]?.string == format, let found = document["version"]?.int else { throw .otherFormat }
    guard found == version else { throw .otherVersion(found) }
    if let checksum = document["checksum"] {
      guard checksum.string == BackendChecksum.of(bytes) else { throw .changed }
    }
    let content: Document
    do { content = try JSON.decode(Document.self, from: bytes, coding) } catch { throw .damaged("\(error)") }
    let generation = content.generation ?? 0
    guard (0...lastGeneration).contains(generation) else { throw .damaged("generation \(generation) is none") }
    if let damage = content.state.inconsistency { throw .damaged(damage) }
    return (content.state, generation)
  }
}
