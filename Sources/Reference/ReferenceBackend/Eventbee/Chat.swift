import ColmeiaJSON
import ReferenceEntities

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

    /// The approximate size of the message in the data file. A control character has six bytes there.
    var size: Int {
      let texts = text.utf8.lazy.map { $0 < 0x20 ? 6 : $0 == 0x22 || $0 == 0x5C ? 2 : 1 }
      return 150 + texts.reduce(0, +) + 6 * (clientID?.utf8.count ?? 0)
    }

    /// Returns the representation for participants of the event.
    func json(_ users: AccountTable<EventbeeUser>) -> JSON {
      let author = Person(id: user, name: users[user]?.name ?? "")
      return ChatMessage(id: id, person: author, text: text, date: date, clientID: clientID).response(in: event)
    }
  }

  /// The largest valid identifier from outside. It ensures that there is always a next one.
  private static let lastID = 1 << 53

  private var messages: [Int: [Message]] = [:]
  private var nextID = 1
  /// The size of all messages.
  private(set) var size = 0

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
    nextID += 1
    messages[message.event, default: []].append(message)
    size += message.size
    if messages[message.event, default: []].count > EventbeeLimits.messages { removeOldest(of: message.event) }
    while size > EventbeeLimits.chatBytes, let event = eventOfOldest { removeOldest(of: event) }
    return (message, true)
  }

  private mutating func removeOldest(of event: Int) {
    guard let oldest = messages[event]?.removeFirst() else { return }
    size -= oldest.size
    if messages[event]?.isEmpty == true { messages[event] = nil }
  }

  /// The event with the oldest message.
  ///
  /// - Complexity: O(events).
  private var eventOfOldest: Int? {
    messages.min { ($0.value.first?.id ?? .max) < ($1.value.first?.id ?? .max) }?.key
  }

  /// Returns a description of an inconsistency, or `nil` if the chat is consistent. It finds messages that are out of
  /// order, belong to a missing event or user, or that no request could have created.
  func inconsistency(_ events: (Int) -> Bool, _ users: (Int) -> Bool) -> String? {
    guard (1...Self.lastID).contains(nextID) else { return "the next message's number, \(nextID), is invalid" }
    if size > EventbeeLimits.chatBytes { return "the messages have \(size) bytes" }
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

extension Chat {
  /// Decodes the chats, and determines their size.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    messages = try container.decode([Int: [Message]].self, forKey: .messages)
    nextID = try container.decode(Int.self, forKey: .nextID)
    size = messages.values.joined().reduce(0) { $0 + $1.size }
  }
}
