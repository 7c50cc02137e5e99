import ColmeiaDigest
import ColmeiaHTTP

/// Everything in the bucket.
struct ObjectsState: Sendable, Equatable {
  /// By the bytes of the key: texts that look the same are different keys.
  private var rows: [[UInt8]: ObjectRow] = [:]
  /// Of all objects.
  private(set) var size = 0
  var log = ChangeLog<Change>()

  /// What was done.
  enum Change: Sendable, Equatable, Codable {
    case put(ObjectRow)
    case removed(String)
  }

  init() {}

  var count: Int { rows.count }

  /// The object of a key.
  subscript(key: String) -> ObjectRow? { rows[Array(key.utf8)] }

  /// How many bytes there would be with `row` in the place of what its key has now.
  func size(with row: ObjectRow) -> Int { size - (self[row.key]?.size ?? 0) + row.size }

  /// Puts an object in the place of what its key had.
  mutating func put(_ row: ObjectRow) {
    size = size(with: row)
    rows[Array(row.key.utf8)] = row
    log.note(.put(row))
  }

  /// Removes an object; without effect when there is none.
  mutating func remove(_ key: String) {
    guard let row = rows.removeValue(forKey: Array(key.utf8)) else { return }
    size -= row.size
    log.note(.removed(key))
  }

  /// What cannot be, if anything is: an object that no request could have put. How many fit in is for settings to say.
  var inconsistency: String? {
    rows.values.filter { !$0.isPossible }.map(\.key).min().map { "object '\($0)' is none" }
  }

  /// Does what another bucket has done; what cannot be, if it cannot.
  mutating func apply(_ change: Change) -> String? {
    switch change {
    case .put(let row): put(row)
    case .removed(let key):
      if self[key] == nil { return "an object that is to go is not there" }
      remove(key)
    }
    return nil
  }
}

/// An object.
struct ObjectRow: Sendable, Equatable {
  let key: String
  @Base64Coded var body: [UInt8]
  /// The header fields that are given back with it: its type, and what the client says about it; names in lower case and
  /// in order.
  let fields: [HTTPHeaders.Field]
  /// When it was put, in seconds since 1970.
  let date: Int
  /// The entity tag with its quotes: the MD5 of the body.
  let tag: String

  init(key: String, body: [UInt8], fields: [HTTPHeaders.Field], date: Int) {
    self.key = key
    _body = Base64Coded(wrappedValue: body)
    self.fields = fields
    self.date = date
    tag = "\"\(Hexadecimal.text(MD5.digest(body)))\""
  }

  /// Whether a request could have put it.
  var isPossible: Bool {
    (1...Objects.longestKey).contains(key.utf8.count) && Self.size(of: fields) <= Objects.mostFields
      && ISODate.accepts(date) && fields.allSatisfy { $0.isSendable }
  }

  /// In bytes.
  var size: Int { key.utf8.count + body.count + Self.size(of: fields) }

  static func size(of fields: [HTTPHeaders.Field]) -> Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension ObjectsState: Codable {
  /// Reads what ``encode(to:)`` writes. Throws `DecodingError.dataCorrupted` when keys do not ascend.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var last: String?
    while !container.isAtEnd {
      let row = try container.decode(ObjectRow.self)
      guard last.map({ Self.isBefore($0, row.key) }) ?? true else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "an object does not come after the one before it")
      }
      put(row)
      last = row.key
    }
  }

  /// Writes the objects in the order of their keys.
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

  /// Reads what ``encode(to:)`` writes.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      body: try container.decode(Base64Coded.self, forKey: .body).wrappedValue,
      fields: try container.decode([HTTPHeaders.Field].self, forKey: .fields),
      date: try container.decode(Int.self, forKey: .date))
  }
}
