import TestSupport

@testable import ReferenceApp

/// A simulation of one user's chat and its server, with connections that break and messages that overtake each other at
/// random. It's deterministic for a seed.
struct ChatRoom: ~Copyable {
  /// The number of times a message can be overtaken before it's delivered next. ``Chat/overlap`` is somewhat higher.
  private static let overtaking = 14

  private struct Delivery {
    let message: ChatMessage
    var overtaken = 0
  }

  private enum Answer {
    /// The server hasn't received the request.
    case asked(Chat.Effect)
    /// The response is in flight.
    case given(Chat.Action)
  }

  private(set) var machine = Machine(Chat.State(event: 7), Chat(me: 1))
  /// The messages that the server has stored, in order.
  private(set) var stored: [ChatMessage] = []
  private var random: SplitMix
  private var isConnected = false
  private var sending: [UnsentMessage] = []
  private var undelivered: [Delivery] = []
  private var answers: [(id: RequestID, answer: Answer)] = []
  private var connections = 0

  /// How slow connections, responses and messages are in this simulation. Each event happens with a probability of one
  /// in this number.
  private let (connecting, answering, delivering): (Int, Int, Int)

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    (connecting, answering, delivering) = (random.pick([1, 5, 25]), random.pick([1, 5, 25]), random.pick([1, 5, 25]))
  }

  /// Performs one random event.
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<2: if isConnected { breakOff() }
    case 2..<8: if !isConnected, happens(connecting) { connect() }
    case 8..<32: store(ChatMessage(id: stored.count + 1, person: Person(id: 2, name: "Bruno"), text: "x", date: 0))
    case 32..<38:
      send(.typed("oi"))
      send(.send)
    case 38..<46: if happens(delivering), !sending.isEmpty { store(sending.removeFirst()) }
    case 46..<80: if happens(delivering), !undelivered.isEmpty { deliver() }
    case 80..<90: if happens(answering) { answer() }
    case 90..<92: send(.loadOlder)
    default: break
    }
  }

  /// Delivers everything in flight over a new connection, then reconnects once more.
  mutating func settle() {
    for _ in 0..<2 {
      if isConnected { breakOff() }
      connect()
      arrive()
    }
  }

  private mutating func happens(_ slowness: Int) -> Bool {
    Int.random(in: 0..<slowness, using: &random) == 0
  }

  private mutating func arrive() {
    while !sending.isEmpty || !undelivered.isEmpty || !answers.isEmpty {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: if !sending.isEmpty { store(sending.removeFirst()) }
      case 1: if !undelivered.isEmpty { deliver() }
      default: answer()
      }
    }
  }

  private mutating func send(_ action: Chat.Action) {
    machine.send(action)
    carryOut()
  }

  private mutating func carryOut() {
    while !machine.requests.isEmpty {
      let requests = machine.requests
      machine.requests = []
      for case .start(let id, let effect) in requests {
        switch effect {
        case .room: break
        case .history, .older: answers.append((id, .asked(effect)))
        case .speak(_, let message):
          if isConnected { sending.append(message) }
          machine.finish(id)
        }
      }
    }
  }

  private mutating func connect() {
    isConnected = true
    connections += 1
    send(.connected(session: "s\(connections)"))
  }

  /// Breaks the connection. Everything in flight is lost.
  private mutating func breakOff() {
    (isConnected, sending, undelivered) = (false, [], [])
    send(.disconnected(willReconnect: true))
  }

  /// The server receives a message by another user.
  private mutating func store(_ message: ChatMessage) {
    stored.append(message)
    if isConnected { undelivered.append(Delivery(message: message)) }
  }

  /// The server receives a message by the user, possibly again.
  private mutating func store(_ message: UnsentMessage) {
    if let known = stored.last(where: { $0.clientID == message.clientID }) {
      undelivered.append(Delivery(message: known))
    } else {
      store(
        ChatMessage(
          id: stored.count + 1, person: Person(id: 1, name: "Ana"), text: message.text, date: 0,
          clientID: message.clientID))
    }
  }

  /// Delivers one of the next four messages.
  private mutating func deliver() {
    let chance = Int.random(in: 0..<min(4, undelivered.count), using: &random)
    let index = undelivered.prefix(chance).firstIndex { $0.overtaken >= Self.overtaking } ?? chance
    let message = undelivered.remove(at: index).message
    for other in undelivered.indices.prefix(index) { undelivered[other].overtaken += 1 }
    send(.received(message))
  }

  /// The server responds to a request, or a response is delivered.
  private mutating func answer() {
    guard !answers.isEmpty else { return }
    switch answers[0].answer {
    case .asked(.history(_, let after)):
      let missed = stored.filter { $0.id > after }
      answers[0].answer = .given(.caughtUp(after: after, after == 0 ? missed.suffix(Chat.page) : missed))
    case .asked(.older(_, let before)):
      answers[0].answer = .given(.older(before: before, stored.filter { $0.id < before }.suffix(Chat.page)))
    case .asked: answers.removeFirst()
    case .given(let action):
      machine.answer(answers.removeFirst().id, action)
      carryOut()
    }
  }
}
