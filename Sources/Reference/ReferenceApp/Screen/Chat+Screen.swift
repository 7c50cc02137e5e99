extension AppReducer.State {
  func chatScreen(_ chat: Chat.State, _ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder("", language)
    let name = events.detail.flatMap { $0.id == chat.event ? $0.event.value?.name : nil }
    builder.screen.title = [builder.text(.chat), name].compactMap(\.self).joined(separator: ": ")
    builder.screen.layout = .conversation
    let me = members.session.member?.id
    for message in chat.messages {
      builder.row(message.text, message.person.name, isSelected: message.person.id == me)
    }
    for message in chat.unsent { builder.row(message.text, builder.text(.sending), isSelected: true) }
    builder.field(.message, chat.draft, .text) { .chat(.typed($0)) }
    builder.button(.sendMessage, .chat(.send), isEnabled: chat.sendable != nil, .submit)
    if chat.hasOlder { builder.button(.older, .chat(.loadOlder), isEnabled: !chat.isLoadingOlder) }
    if chat.failure != nil { builder.button(.retry, .chat(.retry), isEnabled: chat.canRetry) }
    builder.button(.back, .leaveChat)
    builder.message(chat.notice, chat.noticeKind)
    if chat.wantsConnection { builder.message(chat.mistake, .error, of: .message) }
    builder.message(chat.failure.map(Phrase.eventbeeFailed), .error)
    builder.screen.isBusy = chat.isCatchingUp || chat.isLoadingOlder || chat.connection == .connecting
    return builder
  }
}

extension Chat.State {
  /// The kind of the notice about the connection.
  fileprivate var noticeKind: ScreenModel.Message.Kind {
    switch connection {
    case .connecting, .waiting: .busy
    case .refused: .error
    case .ended: .notice
    case .open: .empty
    }
  }
}
