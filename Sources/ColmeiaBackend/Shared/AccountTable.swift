import ColmeiaTable

/// The users of one system, in the order in which they came; an e-mail is one user's.
struct AccountTable<Row: Account>: Sendable, Equatable {
  private(set) var rows = EntityTable<Row>()
  /// No number from outside may be larger, so that there is always a next one.
  static var largestID: Int { 1_000_000_000 }

  /// The number of the next user. Never goes down.
  private(set) var nextID = 1
  private var idOf: [String: Int] = [:]
  /// Who was put.
  var log = ChangeLog<Row>()

  init() {}

  /// The user of that number.
  ///
  /// - Complexity: O(log users).
  subscript(id: Int) -> Row? { rows[id: id] }

  /// The user with that e-mail, in whatever case.
  func find(email: String) -> Row? { idOf[EmailForm.key(email)].flatMap { rows[id: $0] } }

  /// Whether `row` is in already, or one more may be.
  func hasRoom(for row: Row, upTo limit: Int) -> Bool { row.id < nextID || rows.count < limit }

  /// Adds a user with the next number, or puts a changed one in its place, who keeps the e-mail; `false`, and nothing is
  /// changed, when the e-mail is another user's.
  @discardableResult mutating func put(_ row: Row) -> Bool {
    let key = EmailForm.key(row.email)
    guard idOf[key] == nil || idOf[key] == row.id else { return false }
    idOf[key] = row.id
    rows.upsert(row)
    nextID = max(nextID, row.id + 1)
    log.note(row)
    return true
  }

  /// Puts a user as another table has done; what cannot be, if it cannot.
  mutating func repeatPut(_ row: Row) -> String? {
    guard (1...nextID).contains(row.id), row.id < Self.largestID else { return "user \(row.id) is out of order" }
    return put(row) ? nil : "the e-mail of user \(row.id) is another user's"
  }
}

extension AccountTable: Codable {
  private enum CodingKeys: CodingKey { case nextID, rows }

  /// Reads what was written. Throws `DecodingError.dataCorrupted` when numbers do not ascend from 1 to below
  /// the next one, which has its own limit, or an e-mail is there twice.
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
          debugDescription: "the number or the e-mail of user \(row.id) is another user's, or the number is not below "
            + "the next one, \(nextID)")
      }
      last = row.id
    }
  }
}
