import ColmeiaJSON

/// The whole state of a back end as a JSON document, so that a server can go on where it stopped.
///
/// The document names its format and version. Equal states are equal bytes. It holds e-mails and digests of passwords
/// and tokens: keep it where only the operator reads it.
public enum BackendData {
  /// The version that is written, and the only one that is read.
  public static let version = 1
  private static let format = "colmeia-backend"
  /// What the back end's own limits let a state become, twice over; keys that no state has are mistakes.
  private static let coding = JSONCoding(unknownKeys: .refused, limits: JSONLimits(bytes: 256 << 20))

  private struct Document: Codable {
    var format: String
    var version: Int
    var state: Backend.State
  }

  /// The document of a state.
  ///
  /// - Complexity: O(everything).
  public static func write(_ state: Backend.State) throws(BackendDataError) -> [UInt8] {
    do {
      return try JSON.encode(Document(format: format, version: version, state: state), .pretty, coding)
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// The state that a document holds, after a check that it is one that a back end could have left behind.
  ///
  /// - Complexity: O(length).
  public static func read(_ bytes: [UInt8]) throws(BackendDataError) -> Backend.State {
    let document: JSON
    do { document = try JSON(parsing: bytes, limits: coding.limits) } catch { throw .notJSON("\(error)") }
    guard document["format"]?.string == format, let found = document["version"]?.int else { throw .otherFormat }
    guard found == version else { throw .otherVersion(found) }
    let state: Backend.State
    do {
      state = try JSON.decode(Document.self, from: bytes, coding).state
    } catch {
      throw .damaged("\(error)")
    }
    if let damage = state.damage { throw .damaged(damage) }
    return state
  }
}
