/// What buttons, fields and titles are called.
public enum Label: String, Sendable, Hashable, CaseIterable {
  /// Each is named for its English text.
  case events, newEvent, editEvent, name, password, about, start, end, permission, open, closed
  /// Each is named for its English text.
  case logIn, createAccount, logOut, enrol, leave, save, discard, back, reload, addParticipant, participants, people
  /// Each is named for its English text.
  case organizer, loading, noEvents, enrolled
  /// Each is named for its English text.
  case editProfile, photo, noPhoto, photoChosen, savingProfile
  /// Each is named for its English text.
  case chat, message, sendMessage, older, sending, remove, noMessages
  /// How the chat's connection is.
  case chatConnecting, chatWaiting, chatRefused, chatEnded
  /// Of the shots. Each is named for its English text.
  case shots, loadMore, noShots, dismiss, untitled, savedCopy, views, likes, comments, image, largeImage, smallImage

  var portuguese: String { texts.0 }
  var english: String { texts.1 }

  private var texts: (String, String) {
    switch self {
    case .events: ("Eventos", "Events")
    case .newEvent: ("Novo evento", "New event")
    case .editEvent: ("Editar evento", "Edit event")
    case .name: ("Nome", "Name")
    case .password: ("Senha", "Password")
    case .about: ("Sobre", "About")
    case .start: ("Início", "Start")
    case .end: ("Fim", "End")
    case .permission: ("Permissão", "Permission")
    case .open: ("Público", "Public")
    case .closed: ("Fechado", "Closed")
    case .logIn: ("Entrar na Eventbee", "Log in to Eventbee")
    case .createAccount: ("Criar conta", "Create account")
    case .logOut: ("Sair da Eventbee", "Log out of Eventbee")
    case .enrol: ("Inscrever-se", "Enrol")
    case .leave: ("Cancelar inscrição", "Leave")
    case .save: ("Salvar", "Save")
    case .discard: ("Descartar", "Discard")
    case .back: ("Voltar", "Back")
    case .reload: ("Atualizar", "Reload")
    case .addParticipant: ("Adicionar participante", "Add participant")
    case .participants: ("Participantes", "Participants")
    case .people: ("Pessoas", "People")
    case .organizer: ("Organização", "Organizer")
    case .loading: ("Carregando…", "Loading…")
    case .noEvents: ("Nenhum evento.", "No events.")
    case .enrolled: ("Inscrito", "Enrolled")
    case .editProfile: ("Editar perfil", "Edit profile")
    case .photo: ("Foto", "Photo")
    case .noPhoto: ("Sem foto", "No photo")
    case .photoChosen: ("Arquivo da nova foto", "File of the new photo")
    case .savingProfile: ("Salvando…", "Saving…")
    case .chat: ("Conversa", "Chat")
    case .message: ("Mensagem", "Message")
    case .sendMessage: ("Enviar", "Send")
    case .older: ("Mensagens anteriores", "Older messages")
    case .sending: ("Enviando…", "Sending…")
    case .remove: ("Remover", "Remove")
    case .noMessages: ("Nenhuma mensagem.", "No messages.")
    case .chatConnecting: ("Conectando…", "Connecting…")
    case .chatWaiting: ("Sem conexão. Reconectando…", "No connection. Reconnecting…")
    case .chatRefused: ("Só quem está inscrito pode conversar.", "Only who is enrolled may chat.")
    case .chatEnded: ("A conversa foi encerrada.", "The chat has ended.")
    case .shots: ("Shots", "Shots")
    case .loadMore: ("Carregar mais", "Load more")
    case .noShots: ("Nenhum shot.", "No shots.")
    case .dismiss: ("Fechar", "Dismiss")
    case .untitled: ("Sem título", "Untitled")
    case .savedCopy: ("Cópia guardada.", "Saved copy.")
    case .views: ("Visualizações", "Views")
    case .likes: ("Curtidas", "Likes")
    case .comments: ("Comentários", "Comments")
    case .image: ("Imagem", "Image")
    case .largeImage: ("Imagem grande", "Large image")
    case .smallImage: ("Miniatura", "Small image")
    }
  }
}
