extension Phrase {
  /// What buttons, fields and titles are called.
  public enum Label: String, Sendable, Hashable, CaseIterable {
    /// Each is named for its English text.
    case events, newEvent, editEvent, name, password, about, start, end, permission, open, closed
    /// Each is named for its English text.
    case logIn, createAccount, logOut, enrol, leave, save, discard, back, reload, addParticipant, participants, people
    /// Each is named for its English text.
    case logInWithFacebook, facebookRefused
    /// Each is named for its English text.
    case organizer, loading, noEvents, enrolled, removeParticipant
    /// Why nobody can enrol by herself.
    case closedEvent
    /// Each is named for its English text.
    case editProfile, photo, noPhoto, photoChosen, savingProfile, picture
    /// Each is named for its English text.
    case chat, message, sendMessage, older, sending, remove, noMessages
    /// How a connection is.
    case connecting, reconnecting, chatRefused, chatEnded
    /// Each is named for its English text.
    case news, newspapers, newspaper, foundNewspaper, readAsGuest, enter, publish, headline, writeNews, subscribed
    /// Each is named for its English text.
    case noNews, chooseNewspapers, allItems
    /// How a stream of news is.
    case newsRefused
    /// Of the shots. Each is named for its English text.
    case shots, loadMore, noShots, dismiss, untitled, savedCopy, views, likes, comments, largeImage, smallImage
    /// Of a page in a browser: what it says of itself.
    case sections, skipToContent, connectionLost, addressExpired, needsScript, uploadFailed

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
      case .logInWithFacebook: ("Entrar com o Facebook", "Log in with Facebook")
      case .facebookRefused: ("Não foi possível entrar com o Facebook.", "Facebook did not log you in.")
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
      case .removeParticipant: ("Remover participante", "Remove participant")
      case .closedEvent:
        (
          "Evento fechado: só quem organiza adiciona participantes.",
          "Closed event: only its organizer adds participants."
        )
      case .editProfile: ("Editar perfil", "Edit profile")
      case .photo: ("Foto", "Photo")
      case .noPhoto: ("Sem foto", "No photo")
      case .photoChosen: ("Arquivo da nova foto", "File of the new photo")
      case .savingProfile: ("Salvando…", "Saving…")
      case .picture: ("Imagem", "Picture")
      case .chat: ("Conversa", "Chat")
      case .message: ("Mensagem", "Message")
      case .sendMessage: ("Enviar", "Send")
      case .older: ("Mensagens anteriores", "Older messages")
      case .sending: ("Enviando…", "Sending…")
      case .remove: ("Remover", "Remove")
      case .noMessages: ("Nenhuma mensagem.", "No messages.")
      case .connecting: ("Conectando…", "Connecting…")
      case .reconnecting: ("Sem conexão. Reconectando…", "No connection. Reconnecting…")
      case .chatRefused: ("Só quem está inscrito pode conversar.", "Only who is enrolled may chat.")
      case .chatEnded: ("A conversa foi encerrada.", "The chat has ended.")
      case .news: ("Notícias", "News")
      case .newspapers: ("Jornais", "Newspapers")
      case .newspaper: ("Jornal", "Newspaper")
      case .foundNewspaper: ("Criar jornal", "Create a newspaper")
      case .readAsGuest: ("Só ler", "Read as a guest")
      case .enter: ("Entrar", "Enter")
      case .publish: ("Publicar", "Publish")
      case .headline: ("Título", "Title")
      case .writeNews: ("Escrever notícia", "Write news")
      case .subscribed: ("Assinado", "Subscribed")
      case .noNews: ("Nenhuma notícia ainda.", "No news yet.")
      case .chooseNewspapers: ("Escolha os jornais que quer ler.", "Choose the newspapers that you want to read.")
      case .allItems: ("Tudo de", "All of")
      case .newsRefused: ("O servidor não envia notícias agora.", "The server sends no news now.")
      case .shots: ("Shots", "Shots")
      case .loadMore: ("Carregar mais", "Load more")
      case .noShots: ("Nenhum shot.", "No shots.")
      case .dismiss: ("Fechar", "Dismiss")
      case .untitled: ("Sem título", "Untitled")
      case .savedCopy: ("Cópia guardada.", "Saved copy.")
      case .views: ("Visualizações", "Views")
      case .likes: ("Curtidas", "Likes")
      case .comments: ("Comentários", "Comments")
      case .largeImage: ("Imagem grande", "Large image")
      case .smallImage: ("Miniatura", "Small image")
      case .sections: ("Seções", "Sections")
      case .skipToContent: ("Ir para o conteúdo", "Skip to the content")
      case .connectionLost: ("Sem conexão com o programa. Reconectando…", "No connection to the program. Reconnecting…")
      case .addressExpired:
        (
          "O programa foi reiniciado. Abra o endereço que ele mostra.",
          "The program was started again. Open the address that it shows."
        )
      case .needsScript: ("Esta página precisa de JavaScript.", "This page needs JavaScript.")
      case .uploadFailed:
        ("Não foi possível enviar o arquivo.", "The file could not be sent.")
      }
    }
  }
}
