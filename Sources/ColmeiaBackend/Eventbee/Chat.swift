import ColmeiaJSON

/// What was said in the events' chats.
struct Chat: Sendable, Equatable, Codable {
  /// One message.
  struct Message: Sendable, Equatable, Codable {
    let id: Int
    let event: Int
    let user: Int
    let text: String
    /// In seconds since 1970.
    let date: Int
    /// What its sender calls it, so that it is kept once however often it is sent.
    let clientID: String?

    /// Whether somebody could have said it.
    fileprivate var isPossible: Bool {
      (1...EventbeeLimits.message).contains(text.utf8.count) && ISODate.accepts(date)
        && (clientID?.utf8.count ?? 0) <= EventbeeLimits.clientID
    }

    /// What everybody in the event may see.
    func json(_ users: AccountTable<EventbeeUser>) -> JSON {
      [
        "type": "message", "id": .number(JSONNumber(id)), "event_id": .number(JSONNumber(event)),
        "user": ["id": .number(JSONNumber(user)), "name": .string(users[user]?.name ?? "")], "message": .string(text),
        "created_at": .number(JSONNumber(date)), "client_id": clientID.map(JSON.string) ?? .null,
      ]
    }
  }

  /// No number from outside may be larger, so that there is always a next one.
  private static let lastID = 1 << 53

  private var messages: [Int: [Message]] = [:]
  private var nextID = 1
  /// What was said.
  var log = ChangeLog<Message>()

  private enum CodingKeys: CodingKey { case messages, nextID }

  init() {}

  /// What was said in an event, the oldest first.
  func messages(of event: Int) -> [Message] { messages[event] ?? [] }

  /// Keeps a message, and forgets the oldest where there are too many. The same one again is kept once.
  mutating func say(
    _ text: String, in event: Int, by user: Int, at date: Int, clientID: String?
  ) -> (message: Message, isNew: Bool) {
    if let clientID, let known = messages[event]?.last(where: { $0.user == user && $0.clientID == clientID }) {
      return (known, false)
    }
    let message = Message(id: nextID, event: event, user: user, text: text, date: date, clientID: clientID)
    keep(message)
    return (message, true)
  }

  private mutating func keep(_ message: Message) {
    nextID += 1
    messages[message.event, default: []].append(message)
    if messages[message.event, default: []].count > EventbeeLimits.messages {
      messages[message.event]?.removeFirst()
    }
    log.note(message)
  }

  /// Keeps a message as another chat has done; what cannot be, if it cannot.
  mutating func repeatSay(_ message: Message) -> String? {
    guard message.id == nextID else { return "message \(message.id) does not come next, but \(nextID) does" }
    keep(message)
    return nil
  }

  /// What cannot be, if anything is: messages out of order, of an event or a user whom there is not, or that nobody could
  /// have said.
  func inconsistency(_ events: (Int) -> Bool, _ users: (Int) -> Bool) -> String? {
    guard (1...Self.lastID).contains(nextID) else { return "the next message's number, \(nextID), is none" }
    for (event, said) in messages.sorted(by: { $0.key < $1.key }) {
      guard events(event), said.count <= EventbeeLimits.messages else { return "there is no event \(event) to chat in" }
      var last = 0
      for message in said {
        guard message.event == event, message.id > last, message.id < nextID, users(message.user) else {
          return "message \(message.id) of event \(event) is out of order, or of nobody"
        }
        guard message.isPossible else { return "message \(message.id) of event \(event) is none" }
        last = message.id
      }
    }
    return nil
  }
}
