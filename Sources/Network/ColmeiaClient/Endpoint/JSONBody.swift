import ColmeiaJSON

/// A value that is encoded as JSON when it is sent. Two values are equal if the standard coding gives them equal texts.
public struct JSONBody: Sendable, Hashable {
  let encode: @Sendable (JSONCoding) throws(JSONError) -> [UInt8]

  init(_ value: some Encodable & Sendable) {
    encode = { (coding) throws(JSONError) in try JSON.encode(value, .compact, coding) }
  }

  private var standard: Result<[UInt8], JSONError> {
    do throws(JSONError) { return .success(try encode(.standard)) } catch { return .failure(error) }
  }

  /// Whether the standard coding encodes both values as the same text, or refuses both for the same reason.
  public static func == (left: Self, right: Self) -> Bool { left.standard == right.standard }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(try? standard.get()) }
}
