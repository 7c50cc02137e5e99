// Phrases about an event's chat. They need no documentation, because their texts are in their declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  static let unsentMessages = Phrase(
    "Talvez nem todas as mensagens tenham sido enviadas. Abra a conversa para conferir.",
    "Some messages may not have been sent. Open the chat to check.")
  public static let chat = Phrase("Conversa", "Chat")
  static let messageTooLong = Phrase("A mensagem é longa demais.", "The message is too long.")
  static let tooManyUnsentMessages = Phrase(
    "Há \(Chat.unsentLimit) mensagens ainda não enviadas. Espere a conexão voltar.",
    "\(Chat.unsentLimit) messages haven't been sent yet. Wait for the connection.")
  static let chatRefused = Phrase("Só quem está inscrito pode conversar.", "Only participants can chat.")
  static let chatEnded = Phrase("A conversa foi encerrada.", "The chat has ended.")
  static let noMessages = Phrase("Nenhuma mensagem.", "No messages.")
  public static let older = Phrase("Mensagens anteriores", "Older messages")
  public static let sendMessage = Phrase("Enviar", "Send")
  public static let sending = Phrase("Enviando…", "Sending…")
}

extension Chat.State {
  /// The message about the connection, or about an empty chat.
  public var notice: Phrase? {
    switch connection {
    case .connecting: .connecting
    case .waiting: .reconnecting
    case .refused: .chatRefused
    case .ended: .chatEnded
    case .open: messages.isEmpty && unsent.isEmpty && !isCatchingUp ? .noMessages : nil
    }
  }

  /// Why the draft can't be sent, as far as it is the reason, or `nil`.
  var mistake: Phrase? {
    let text = draft.trimmed
    if text.utf8.count > Chat.textLimit { return .messageTooLong }
    return !text.isEmpty && unsent.count >= Chat.unsentLimit ? .tooManyUnsentMessages : nil
  }
}
