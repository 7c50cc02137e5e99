import ColmeiaJSON

/// The complete state of a back end as a JSON document, so that a server can continue after a restart. Objects and
/// photos are not in the document, but only the digests of their bytes; see ``BackendFile``.
///
/// The document contains its format, its version, and a checksum of all its bytes. The checksum is optional when
/// reading, so the document can be edited by hand. Equal states give equal bytes. The document contains email addresses
/// and digests of passwords and tokens, so store it where only the operator can read it.
public enum BackendData {
  /// The version of written documents, and the only one that can be read.
  public static let version = 2
  private static let format = "colmeia-backend"
  /// The maximum size of a document in bytes, and that of all objects and photos together.
  ///
  /// The limits of the records are such that no state of the demo exceeds it: 140 MB of users, 95 MB of events, 48 MiB
  /// of news, 25 MB of newspapers, 20 MB of sessions and 16 MiB of messages, each with as many escapes as possible; and
  /// 24 MiB of objects and 40 MiB of photos for each of the albums.
  public static let largest = 512 << 20
  /// Unknown keys are errors.
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: largest))

  private struct Document: Codable {
    var format: String
    var version: Int
    /// The checksum, or `nil` in a document that was edited by hand.
    var checksum: String?
    var state: Backend.State
  }

  /// Returns the document of a state.
  ///
  /// - Throws: ``BackendDataError`` if the state can't be encoded.
  /// - Complexity: O(size of the state without objects and photos).
  public static func write(_ state: Backend.State) throws(BackendDataError) -> [UInt8] {
    let document = Document(format: format, version: version, checksum: BackendChecksum.none, state: state)
    do {
      return BackendChecksum.insert(into: try JSON.encode(document, .compact, coding))
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// Reads the state in a document and verifies that a back end could have produced it.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - blob: A closure that returns the bytes of an object or a photo with this digest.
  /// - Throws: ``BackendDataError`` if the document is invalid, if bytes have another digest, or what `blob` throws.
  ///
  /// - Complexity: O(length, and that of all objects and photos).
  public static func read(
    _ bytes: [UInt8], blob: (String) throws(BackendDataError) -> [UInt8]
  ) throws(BackendDataError) -> Backend.State {
    let document: JSON
    do { document = try JSON(parsing: bytes, limits: coding.limits) } catch { throw .notJSON("\(error)") }
    guard document["format"]?.string == format, let found = document["version"]?.int else { throw .otherFormat }
    guard found == version else { throw .otherVersion(found) }
    if let checksum = document["checksum"] {
      guard checksum.string == BackendChecksum.of(bytes) else { throw .changed }
    }
    var state: Backend.State
    do { state = try JSON.decode(Document.self, from: bytes, coding).state } catch { throw .damaged("\(error)") }
    try state.loadBlobs { named throws(BackendDataError) in
      let loaded = Blob(try blob(named.digest))
      guard loaded.digest == named.digest else { throw .changedBlob(named.digest) }
      return loaded
    }
    if let damage = state.inconsistency { throw .damaged(damage) }
    return state
  }
}
