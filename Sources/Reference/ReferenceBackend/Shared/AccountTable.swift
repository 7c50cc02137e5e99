import ColmeiaTable

/// The users of a system in the order in which they were created. Each email belongs to one user.
struct AccountTable<Row: Account>: Sendable, Equatable {
  private(set) var rows = EntityTable<Row>()
  /// The largest valid identifier from outside. It ensures that there is always a next one.
  static var largestID: Int { 1_000_000_000 }

  /// The identifier of the next user. It never decreases.
  private(set) var nextID = 1
  private var idOf: [String: Int] = [:]

  init() {}

  /// The user with an identifier, or `nil` if there is none.
  ///
  /// - Complexity: O(log users).
  subscript(id: Int) -> Row? { rows[id: id] }

  /// Returns the user with an email, ignoring case.
  func find(email: String) -> Row? { idOf[EmailForm.key(email)].flatMap { rows[id: $0] } }

  /// Returns whether `row` already exists or another user may be added.
  func hasRoom(for row: Row, upTo limit: Int) -> Bool { row.id < nextID || rows.count < limit }

  /// Adds a user with the next identifier, or replaces one that keeps its email. Returns `false` and changes nothing
  /// if another user has the email.
  @discardableResult mutating func upsert(_ row: Row) -> Bool {
    let key = EmailForm.key(row.email)
    guard idOf[key] == nil || idOf[key] == row.id else { return false }
    idOf[key] = row.id
    rows.upsert(row)
    nextID = max(nextID, row.id + 1)
    return true
  }
}

extension AccountTable: Codable {
  private enum CodingKeys: CodingKey { case nextID, rows }

  /// Decodes a table. Throws `DecodingError.dataCorrupted` if an email occurs twice, if the identifiers are not
  /// ascending from 1 and below the next one, or if the next one is too large.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rows = try container.decode(EntityTable<Row>.self, forKey: .rows)
    nextID = try container.decode(Int.self, forKey: .nextID)
    guard nextID <= Self.largestID else {
      throw DecodingError.dataCorruptedError(
        forKey: .nextID, in: container, debugDescription: "the next number is above \(Self.largestID)")
    }
    var last = 0
    for row in rows {
      guard row.id > last, row.id < nextID, idOf.updateValue(row.id, forKey: EmailForm.key(row.email)) == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .rows, in: container,
          debugDescription: "the number or the email address of user \(row.id) belongs to another user, or "
            + "the number is not below the next one, \(nextID)")
      }
      last = row.id
    }
  }
}
