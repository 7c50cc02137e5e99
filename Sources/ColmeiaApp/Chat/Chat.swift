import Colmeia

/// An event's chat (E1, E27): history and live messages, each once and without a gap. The user's own messages are shown
/// before the server has confirmed them.
///
/// The connection is a long-lived effect: it runs as long as there is a chat.
///
/// - What was missed is asked for whenever the connection has come about, from the last message on behind which something
///   may be missing. What comes live meanwhile is merged by number.
/// - Live messages may overtake each other, and when the connection breaks, one that was overtaken never comes: the newest
///   are asked for again.
/// - What the user writes has an id of its own. It is sent again after each reconnection until it is seen among the
///   messages; the server keeps one message of that id.
/// - The messages have no gap. One from before the first of them is not shown while others may be missing in between; it
///   comes with the older ones.
public struct Chat: Reducer {
  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// The text of the draft changed; the whole of it.
    case typed(String)
    /// Sends what stands in the text field.
    case send
    /// Ask for older messages.
    case loadOlder
    /// Whether the user looks at the chat.
    case show(Bool)
    /// Try again what failed.
    case retry

    /// The connection is good. With what the user's messages may be called.
    case connected(session: String)
    /// The connection is gone.
    case disconnected(willReconnect: Bool)
    /// The server does not let this user in.
    case rejected
    /// Somebody has said something.
    case received(ChatMessage)
    /// Somebody is no longer in the event.
    case left(Int)
    /// Answer to ``Effect/history(event:after:)``: what was said since.
    case caughtUp(after: Int, [ChatMessage])
    /// Answer to ``Effect/older(event:before:)``.
    case older(before: Int, [ChatMessage])
    /// Answers a request for earlier messages that failed.
    case historyFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case typed, send, loadOlder, show, retry, connected, disconnected, rejected, received, left, caughtUp, older,
        historyFailed
    }
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// Be in the room of an event; runs as long as there is a chat.
    case room(event: Int)
    /// `GET events/{event}/messages?after={after}`.
    case history(event: Int, after: Int)
    /// `GET events/{event}/messages?before={before}`, the newest of those.
    case older(event: Int, before: Int)
    /// Say something in the room; whether it arrives shows among the messages.
    case speak(event: Int, UnsentMessage)

    enum CodingKeys: String, CodingKey, CaseIterable { case room, history, older, speak }
  }

  enum ID: String { case room, history, older, speak }

  /// How many messages are kept; of more, the oldest are forgotten, and can be asked for again.
  public static let messageLimit = 1_000
  /// How many live messages may overtake one. Rails delivers a server's messages on four threads.
  public static let overlap = 20
  /// How many older messages are asked for at once.
  public static let page = 50
  /// How many bytes a message may have.
  public static let textLimit = 4_000
  /// How many messages may wait for the server.
  public static let unsentLimit = 100

  /// What the chat tells its parent.
  public typealias Output = EventbeeOutput

  /// Who uses the app.
  let me: Int?

  /// The reducer for a member.
  public init(me: Int?) { self.me = me }

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .typed(let text): state.draft = text
    case .send: return send(&state)
    case .loadOlder: return loadOlder(&state)
    case .show(let isShown):
      state.isShown = isShown
      if isShown { state.unread = 0 }
    case .retry: return state.failure == nil || state.connection != .open ? .none : catchUp(&state)
    case .connected(let session): return connected(session, &state)
    case .disconnected(let willReconnect): disconnected(willReconnect, &state)
    case .rejected: state.connection = .refused
    case .received(let message): hear(message, &state)
    case .left(let person): if person == me { state.connection = .refused }
    case .caughtUp(let after, let messages): caughtUp(after, messages, &state)
    case .older(let before, let messages): hearOlder(before, messages, &state)
    case .historyFailed(let failure):
      (state.isCatchingUp, state.isLoadingOlder, state.failure) = (false, false, failure)
      // Who was taken out of the event gets nothing more; the session goes on.
      if failure == .notEnrolled { (state.connection, state.hasOlder) = (.refused, false) }
    }
    return .none
  }

  /// The room is open while there is a chat that the server has not closed.
  public func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.wantsConnection ? .running(.room(event: state.event), id: ID.room) : .none
  }
}

extension Chat.Action: EventbeeAction {
  /// Why messages did not come, if this says that they did not.
  public var failure: EventbeeFailure? { if case .historyFailed(let failure) = self { failure } else { nil } }
}

extension Chat {
  private func send(_ state: inout State) -> Effects {
    guard let text = state.sendable, let session = state.session else { return .none }
    state.written += 1
    let message = UnsentMessage(clientID: "\(session)-\(state.written)", text: text)
    state.unsent.append(message)
    state.draft = ""
    return state.connection == .open ? speak(message, state) : .none
  }

  /// One behind the other, so that they arrive as they were said.
  private func speak(_ message: UnsentMessage, _ state: State) -> Effects {
    .run(.speak(event: state.event, message), id: ID.speak, .queue)
  }

  private func connected(_ session: String, _ state: inout State) -> Effects {
    guard state.wantsConnection else { return .none }
    state.connection = .open
    if state.session == nil { state.session = session }
    var effects: Effects = .cancel(ID.speak)
    for message in state.unsent { effects += speak(message, state) }
    return effects + catchUp(&state)
  }

  private func disconnected(_ willReconnect: Bool, _ state: inout State) {
    guard state.wantsConnection else { return }
    state.connection = willReconnect ? .waiting : .ended
  }

  private func catchUp(_ state: inout State) -> Effects {
    (state.isCatchingUp, state.failure) = (true, nil)
    return .run(.history(event: state.event, after: state.knownThrough), id: ID.history, .replace)
  }

  private func caughtUp(_ after: Int, _ messages: [ChatMessage], _ state: inout State) {
    guard state.isCatchingUp, after == state.knownThrough else { return }
    let isFirst = after == 0
    state.isCatchingUp = false
    if isFirst {
      state.hasOlder = messages.count >= Chat.page
      // There may be others between those and a page of the newest: they are older ones now.
      if state.hasOlder, let first = messages.first { state.messages.removeAll { $0.id < first.id } }
    }
    state.knownThrough = max(after, messages.last?.id ?? 0)
    receive(messages, &state, isHistory: isFirst)
  }

  private func loadOlder(_ state: inout State) -> Effects {
    guard let oldest = state.messages.first, state.hasOlder, !state.isLoadingOlder else { return .none }
    (state.isLoadingOlder, state.failure) = (true, nil)
    return .run(.older(event: state.event, before: oldest.id), id: ID.older, .replace)
  }

  private func hearOlder(_ before: Int, _ messages: [ChatMessage], _ state: inout State) {
    state.isLoadingOlder = false
    // If the first is another one by now, those are not the ones before it.
    guard state.messages.first?.id == before else { return }
    let older = messages.filter { $0.id < before }.suffix(Chat.messageLimit - state.messages.count)
    state.hasOlder = messages.count >= Chat.page && state.messages.count + older.count < Chat.messageLimit
    state.messages.insert(contentsOf: older.sorted { $0.id < $1.id }, at: 0)
    for message in older { confirm(message, &state) }
  }

  /// What is seen among the messages, the server has.
  private func confirm(_ message: ChatMessage, _ state: inout State) {
    guard message.person.id == me else { return }
    state.unsent.removeAll { $0.clientID == message.clientID }
  }

  private func hear(_ message: ChatMessage, _ state: inout State) {
    // A message that was sent again is as old as the first attempt. Others may be missing between it and those here; it
    // comes with them.
    if state.hasOlder, let first = state.messages.first, message.id < first.id { return confirm(message, &state) }
    receive([message], &state)
  }

  /// Puts messages in their places, each once.
  private func receive(_ messages: [ChatMessage], _ state: inout State, isHistory: Bool = false) {
    for message in messages {
      confirm(message, &state)
      let place = state.messages.lastIndex { $0.id <= message.id }
      if let place, state.messages[place].id == message.id { continue }
      state.messages.insert(message, at: place.map { $0 + 1 } ?? 0)
      if message.person.id != me, !state.isShown, !isHistory { state.unread += 1 }
    }
    // While nothing is missing, a message that so many have followed cannot be overtaken any more.
    if !state.isCatchingUp, state.failure == nil, state.connection == .open {
      let settled = state.messages.dropLast(Chat.overlap).last?.id ?? 0
      state.knownThrough = max(state.knownThrough, settled)
    }
    let surplus = state.messages.count - Chat.messageLimit
    if surplus > 0 {
      state.messages.removeFirst(surplus)
      state.hasOlder = true
    }
  }
}
