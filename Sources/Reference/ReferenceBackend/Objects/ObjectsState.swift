import ColmeiaHTTP

/// The content of the bucket.
struct ObjectsState: Sendable, Equatable {
  /// The objects by the bytes of their keys. Canonically equivalent strings with different bytes are different keys.
  private var rows: [[UInt8]: ObjectRow] = [:]
  /// The size of all objects in bytes.
  private(set) var size = 0

  init() {}

  var count: Int { rows.count }

  /// The object with a key, or `nil` if there is none.
  subscript(key: String) -> ObjectRow? { rows[Array(key.utf8)] }

  /// Returns the total size in bytes if `row` replaced the object with its key.
  func size(with row: ObjectRow) -> Int { size - (self[row.key]?.size ?? 0) + row.size }

  /// Adds an object or replaces the one with its key.
  mutating func upsert(_ row: ObjectRow) {
    size = size(with: row)
    rows[Array(row.key.utf8)] = row
  }

  /// Removes an object. Does nothing if it doesn't exist.
  mutating func remove(_ key: String) {
    guard let row = rows.removeValue(forKey: Array(key.utf8)) else { return }
    size -= row.size
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent. It finds objects that no request
  /// could have created. The limits in the settings are not checked.
  var inconsistency: String? {
    rows.values.filter { !$0.isPossible }.map(\.key).min().map { "object '\($0)' is invalid" }
  }

  /// The bytes of all objects, in no particular order.
  var blobs: [Blob] { rows.values.map(\.body) }

  /// Replaces the blobs of a decoded state with complete ones.
  mutating func loadBlobs<E: Error>(_ load: (Blob) throws(E) -> Blob) throws(E) {
    for row in rows.values {
      upsert(ObjectRow(key: row.key, body: try load(row.body), fields: row.fields, date: row.date))
    }
  }
}

/// A stored object.
struct ObjectRow: Sendable, Equatable {
  let key: String
  let body: Blob
  /// The header fields that are stored with the object: its content type and the client's metadata. The names are
  /// lowercase and sorted.
  let fields: [HTTPHeaders.Field]
  /// The time at which the object was stored, in seconds since 1970.
  let date: Int
  /// The entity tag, including its quotes. It is the MD5 of the body.
  let tag: String

  init(key: String, body: Blob, fields: [HTTPHeaders.Field], date: Int) {
    self.key = key
    self.body = body
    self.fields = fields
    self.date = date
    tag = "\"\(Hexadecimal.text(MD5.digest(body.bytes)))\""
  }

  /// Whether a request could have created this object.
  var isPossible: Bool {
    (1...Objects.longestKey).contains(key.utf8.count) && Self.size(of: fields) <= Objects.mostFields
      && ISODate.accepts(date) && fields.allSatisfy { $0.isSendable }
  }

  /// The size in bytes, including the key and the header fields.
  var size: Int { key.utf8.count + body.bytes.count + Self.size(of: fields) }

  static func size(of fields: [HTTPHeaders.Field]) -> Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension ObjectsState: Codable {
  /// Decodes what ``encode(to:)`` has encoded. Throws `DecodingError.dataCorrupted` if the keys are not in ascending
  /// order.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var last: String?
    while !container.isAtEnd {
      let row = try container.decode(ObjectRow.self)
      guard last.map({ Self.isBefore($0, row.key) }) ?? true else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "an object is out of order")
      }
      upsert(row)
      last = row.key
    }
  }

  /// Encodes the objects in the order of their keys.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for row in rows.values.sorted(by: { Self.isBefore($0.key, $1.key) }) { try container.encode(row) }
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension ObjectRow: Codable {
  private enum CodingKeys: CodingKey { case key, date, fields, body }

  /// Decodes what ``encode(to:)`` has encoded.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      body: try container.decode(Blob.self, forKey: .body),
      fields: try container.decode([HTTPHeaders.Field].self, forKey: .fields),
      date: try container.decode(Int.self, forKey: .date))
  }
}
