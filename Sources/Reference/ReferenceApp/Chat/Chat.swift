import Colmeia

/// The chat of an event (E1, E27), with its history and live messages, without duplicates and without gaps. The user's
/// own messages are shown before the server has confirmed them.
///
/// The connection is a long-lived effect that runs for as long as the chat is open.
///
/// - After each connect, messages are requested from the last one after which others may be missing. Live messages that
///   arrive in the meantime are merged by number.
/// - Live messages may overtake each other, and if the connection is lost, one that was overtaken never arrives. The
///   most recent messages are therefore requested again.
/// - Each message that the user writes has a client ID. It's sent again after each reconnect until it appears among the
///   messages. The server keeps only one message with that ID.
/// - The messages have no gaps. A message that is older than the first one isn't shown while others may be missing in
///   between; it arrives with the older messages.
public struct Chat: Reducer {
  /// The actions of the chat.
  public enum Action: Sendable, Equatable, Codable {
    /// The draft changed; the payload is the whole new text.
    case typed(String)
    /// Sends the draft.
    case send
    /// Loads older messages.
    case loadOlder
    /// Retries the request that failed.
    case retry

    /// The connection was established; `session` can be used as a prefix for the client IDs of the user's messages.
    case connected(session: String)
    /// The connection was lost.
    case disconnected(willReconnect: Bool)
    /// The server refused the user.
    case rejected
    /// A message arrived.
    case received(ChatMessage)
    /// A person left the event; the payload is the person's number.
    case left(Int)
    /// The result of ``Effect/history(event:after:)``: the messages after `after`.
    case caughtUp(after: Int, [ChatMessage])
    /// The result of ``Effect/older(event:before:)``.
    case older(before: Int, [ChatMessage])
    /// The failure of ``Effect/history(event:after:)``, and of ``Effect/older(event:before:)``.
    case historyFailed(EventbeeFailure), olderFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case typed, send, loadOlder, retry, connected, disconnected, rejected, received, left, caughtUp, older,
        historyFailed, olderFailed
    }
  }

  /// The effects of the chat.
  public enum Effect: Sendable, Equatable, Codable {
    /// Keeps a connection to the room of an event. Runs for as long as the chat is open.
    case room(event: Int)
    /// `GET events/{event}/messages?after={after}`.
    case history(event: Int, after: Int)
    /// `GET events/{event}/messages?before={before}`, the most recent ones.
    case older(event: Int, before: Int)
    /// Sends a message to the room. It's confirmed by its arrival among the messages.
    case speak(event: Int, UnsentMessage)

    enum CodingKeys: String, CodingKey, CaseIterable { case room, history, older, speak }
  }

  enum ID: String { case room, history, older, speak }

  /// The maximum number of messages in the state. Beyond it, the oldest are removed, and can be loaded again.
  public static let messageLimit = 1_000
  /// The maximum number of live messages that can overtake another one. Rails delivers a server's messages on four
  /// threads.
  static let overlap = 20
  /// The number of older messages per request.
  public static let page = 50
  /// The maximum size of a message in bytes.
  public static let textLimit = 4_000
  /// The maximum number of messages waiting for confirmation.
  public static let unsentLimit = 100

  /// The outputs of the chat.
  public typealias Output = EventbeeOutput

  /// The number of the member who is signed in.
  var me: Int?

  /// Creates the reducer.
  ///
  /// - Parameter me: The number of the member who is signed in, if any.
  public init(me: Int? = nil) { self.me = me }

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .typed(let text): state.draft = text
    case .send: return send(&state)
    case .loadOlder: return loadOlder(&state)
    case .retry: return state.canRetry ? catchUp(&state) : .none
    case .connected(let session): return connected(session, &state)
    case .disconnected(let willReconnect): return disconnected(willReconnect, &state)
    case .rejected: state.connection = .refused
    case .received(let message): receive(message, &state)
    case .left(let person): if person == me { state.connection = .refused }
    case .caughtUp(let after, let messages): caughtUp(after, messages, &state)
    case .older(let before, let messages): addOlder(before, messages, &state)
    case .historyFailed(let failure):
      (state.isCatchingUp, state.isBehind) = (false, true)
      fail(failure, &state)
    case .olderFailed(let failure):
      state.isLoadingOlder = false
      fail(failure, &state)
    }
    return .none
  }

  private func fail(_ failure: EventbeeFailure, _ state: inout State) {
    state.failure = failure
    // A member who was removed from the event receives no more messages, but the session continues.
    if failure == .notEnrolled { (state.connection, state.hasOlder) = (.refused, false) }
  }

  /// Keeps the connection to the room, unless the server has closed it.
  public func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.wantsConnection ? .running(.room(event: state.event), id: ID.room) : .none
  }
}

extension Chat.Action: EventbeeAction {
  /// The failure of the request, if this action reports one.
  public var failure: EventbeeFailure? {
    switch self {
    case .historyFailed(let failure), .olderFailed(let failure): failure
    default: nil
    }
  }
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

  /// Sends messages one after another, so that they arrive in order.
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

  /// If the connection has ended for good, the session may have ended elsewhere, which a request finds out.
  private func disconnected(_ willReconnect: Bool, _ state: inout State) -> Effects {
    guard state.wantsConnection else { return .none }
    state.connection = willReconnect ? .waiting : .ended
    return willReconnect ? .none : catchUp(&state)
  }

  private func catchUp(_ state: inout State) -> Effects {
    (state.isCatchingUp, state.failure) = (true, nil)
    return .run(.history(event: state.event, after: state.knownThrough), id: ID.history, .replace)
  }

  private func caughtUp(_ after: Int, _ messages: [ChatMessage], _ state: inout State) {
    guard state.isCatchingUp, after == state.knownThrough else { return }
    let isFirst = after == 0
    (state.isCatchingUp, state.isBehind) = (false, false)
    if isFirst {
      state.hasOlder = messages.count >= Chat.page
      // Messages may be missing between those already shown and a page of the most recent ones, so the former now count
      // as older.
      if state.hasOlder, let first = messages.first { state.messages.removeAll { $0.id < first.id } }
    }
    state.knownThrough = max(after, messages.last?.id ?? 0)
    receive(messages, &state)
  }

  private func loadOlder(_ state: inout State) -> Effects {
    guard let oldest = state.messages.first, state.hasOlder, !state.isLoadingOlder else { return .none }
    state.isLoadingOlder = true
    if !state.isBehind { state.failure = nil }
    return .run(.older(event: state.event, before: oldest.id), id: ID.older, .replace)
  }

  private func addOlder(_ before: Int, _ messages: [ChatMessage], _ state: inout State) {
    state.isLoadingOlder = false
    // If the first message has changed in the meantime, these aren't the ones before it.
    guard state.messages.first?.id == before else { return }
    let older = messages.filter { $0.id < before }.suffix(Chat.messageLimit - state.messages.count)
    state.hasOlder = messages.count >= Chat.page && state.messages.count + older.count < Chat.messageLimit
    state.messages.insert(contentsOf: older.sorted { $0.id < $1.id }, at: 0)
    for message in older { confirm(message, &state) }
  }

  /// Removes a message from the unsent ones once it appears among the messages, because the server has stored it then.
  private func confirm(_ message: ChatMessage, _ state: inout State) {
    guard message.person.id == me else { return }
    state.unsent.removeAll { $0.clientID == message.clientID }
  }

  private func receive(_ message: ChatMessage, _ state: inout State) {
    // A message that was sent again has the number of the first attempt. Others may be missing between it and the first
    // message shown; it arrives with them.
    if state.hasOlder, let first = state.messages.first, message.id < first.id { return confirm(message, &state) }
    receive([message], &state)
  }

  /// Inserts messages at their positions, without duplicates.
  private func receive(_ messages: [ChatMessage], _ state: inout State) {
    for message in messages {
      confirm(message, &state)
      let position = state.messages.lastIndex { $0.id <= message.id }
      if let position, state.messages[position].id == message.id { continue }
      state.messages.insert(message, at: position.map { $0 + 1 } ?? 0)
    }
    // If none are missing, a message that is followed by this many others can't be overtaken anymore.
    if !state.isCatchingUp, !state.isBehind, state.connection == .open {
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
