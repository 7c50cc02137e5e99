import ColmeiaJSON

/// The complete state of a back end as a JSON document, so that a server can continue after a restart.
///
/// The document contains its format, its version, and a checksum of all its bytes. The checksum is optional when
/// reading, so the document can be edited by hand. Equal states give equal bytes. The document contains email addresses
/// and digests of passwords and tokens, so store it where only the operator can read it.
public enum BackendData {
  /// The version of written documents, and the only one that can be read.
  public static let version = 1
  private static let format = "colmeia-backend"
  /// The maximum size of a document in bytes.
  ///
  /// The limits of the records are such that no state of the demo exceeds it: 140 MB of users, 95 MB of events, 48 MiB
  /// of news, 25 MB of newspapers, 20 MB of sessions and 16 MiB of messages, each with as many escapes as possible, and
  /// as Base64, 32 MiB of objects and 54 MiB of photos for each of the albums.
  public static let largest = 512 << 20
  /// The largest valid generation. A larger number indicates damage.
  private static let lastGeneration = 1 << 53
  /// Unknown keys are errors.
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: largest))

  private struct Document: Codable {
    var format: String
    var version: Int
    /// The checksum, or `nil` in a document that was written by an older build or edited by hand.
    var checksum: String?
    /// The number of times the document was written with a journal, or `nil` without a journal.
    var generation: Int?
    var state: Backend.State
  }

  /// Returns the document of a state.
  ///
  /// - Parameters:
  ///   - state: The state to write.
  ///   - generation: The generation that a ``BackendJournal`` continues, or 0 if there is no journal.
  /// - Throws: ``BackendDataError`` if the state can't be encoded.
  /// - Complexity: O(size of the state).
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

  /// Reads the state in a document and verifies that a back end could have produced it.
  ///
  /// - Throws: ``BackendDataError`` if the document is invalid.
  ///
  /// - Complexity: O(length).
  public static func read(_ bytes: [UInt8]) throws(BackendDataError) -> Backend.State {
    try readWithGeneration(bytes).state
  }

  /// Reads the state in a document, and its generation.
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
    guard (0...lastGeneration).contains(generation) else { throw .damaged("generation \(generation) is invalid") }
    if let damage = content.state.inconsistency { throw .damaged(damage) }
    return (content.state, generation)
  }
}
