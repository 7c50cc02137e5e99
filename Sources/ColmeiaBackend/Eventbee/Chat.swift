import ColmeiaJSON

/// The messages in the events' chats.
struct Chat: Sendable, Equatable, Codable {
  /// A chat message.
  struct Message: Sendable, Equatable, Codable {
    let id: Int
    let event: Int
    let user: Int
    let text: String
    /// The time of the message, in seconds since 1970.
    let date: Int
    /// The identifier that the sender gave the message, so that it is stored only once if it is sent repeatedly.
    let clientID: String?

    /// Whether a request could have created this message.
    fileprivate var isPossible: Bool {
      (1...EventbeeLimits.message).contains(text.utf8.count) && ISODate.accepts(date)
        && (clientID?.utf8.count ?? 0) <= EventbeeLimits.clientID
    }

    /// Returns the representation for participants of the event.
    func json(_ users: AccountTable<EventbeeUser>) -> JSON {
      [
        "type": "message", "id": .number(JSONNumber(id)), "event_id": .number(JSONNumber(event)),
        "user": ["id": .number(JSONNumber(user)), "name": .string(users[user]?.name ?? "")], "message": .string(text),
        "created_at": .number(JSONNumber(date)), "client_id": clientID.map(JSON.string) ?? .null,
      ]
    }
  }

  /// The largest valid identifier from outside. It ensures that there is always a next one.
  private static let lastID = 1 << 53

  private var messages: [Int: [Message]] = [:]
  private var nextID = 1
  /// The messages since the log was last taken.
  var log = ChangeLog<Message>()

  private enum CodingKeys: CodingKey { case messages, nextID }

  init() {}

  /// Returns the messages of an event, the oldest first.
  func messages(of event: Int) -> [Message] { messages[event] ?? [] }

  /// Stores a message and removes the oldest one if there are too many. A repeated message is stored only once.
  mutating func post(
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

  /// Stores a message from the journal. Returns an error message if that is impossible.
  mutating func restore(_ message: Message) -> String? {
    guard message.id == nextID else { return "message \(message.id) is out of order; the next one is \(nextID)" }
    keep(message)
    return nil
  }

  /// Returns a description of an inconsistency, or `nil` if the chat is consistent. It finds messages that are out of
  /// order, belong to a missing event or user, or that no request could have created.
  func inconsistency(_ events: (Int) -> Bool, _ users: (Int) -> Bool) -> String? {
    guard (1...Self.lastID).contains(nextID) else { return "the next message's number, \(nextID), is invalid" }
    for (event, messages) in messages.sorted(by: { $0.key < $1.key }) {
      guard events(event), messages.count <= EventbeeLimits.messages else {
        return "event \(event) doesn't exist, or has too many messages"
      }
      var last = 0
      for message in messages {
        guard message.event == event, message.id > last, message.id < nextID, users(message.user) else {
          return "message \(message.id) of event \(event) is out of order, or its author doesn't exist"
        }
        guard message.isPossible else { return "message \(message.id) of event \(event) is invalid" }
        last = message.id
      }
    }
    return nil
  }
}
