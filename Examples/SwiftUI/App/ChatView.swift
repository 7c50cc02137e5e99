import ColmeiaUI
import ReferenceApp
import SwiftUI

/// An event's chat. It stays connected as long as the state contains it, even if it isn't shown.
struct ChatView: View {
  let chat: ViewStore<Chat.State, Chat.Action>
  let me: Int?
  @Environment(\.words) private var words

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading, spacing: 12) {
        if chat.hasOlder {
          Button(words(.older)) { chat.send(.loadOlder) }
            .disabled(chat.isLoadingOlder)
        }
        ForEach(chat.messages) { message in
          Bubble(text: message.text, name: message.person.name, isMine: message.person.id == me)
        }
        ForEach(chat.unsent, id: \.clientID) { message in
          Bubble(text: message.text, name: words(.sending), isMine: true)
        }
      }
      .padding()
    }
    .defaultScrollAnchor(.bottom)
    .safeAreaInset(edge: .bottom) { entry }
    .navigationTitle(words(.chat))
  }

  private var entry: some View {
    VStack {
      Message(chat.notice)
      Message(chat.failure.map(Phrase.eventbeeFailed))
      if chat.failure != nil { Button(words(.retry)) { chat.send(.retry) }.disabled(!chat[\.canRetry]) }
      HStack {
        TextField(words(.message), text: chat.binding(\.draft, Chat.Action.typed), axis: .vertical)
          .onSubmit { chat.send(.send) }
        Button(words(.sendMessage), systemImage: "paperplane.fill") { withAnimation { chat.send(.send) } }
          .disabled(chat.sendable == nil)
      }
    }
    .padding()
    .background(.bar)
  }
}

/// A chat message.
struct Bubble: View {
  let text: String
  let name: String
  let isMine: Bool

  var body: some View {
    VStack(alignment: isMine ? .trailing : .leading) {
      Text(name).font(.caption).foregroundStyle(.secondary)
      Text(text)
        .padding(8)
        .background(isMine ? Color.accentColor.opacity(0.2) : Color.secondary.opacity(0.15))
        .clipShape(RoundedRectangle(cornerRadius: 12))
    }
    .frame(maxWidth: .infinity, alignment: isMine ? .trailing : .leading)
    .accessibilityElement(children: .combine)
  }
}
