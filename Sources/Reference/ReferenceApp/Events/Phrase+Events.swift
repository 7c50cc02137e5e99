// Phrases about events. They need no documentation, because their texts are in their declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let events = Phrase("Eventos", "Events")
  public static let newEvent = Phrase("Novo evento", "New event")
  public static let editEvent = Phrase("Editar evento", "Edit event")
  public static let noEvents = Phrase("Nenhum evento.", "No events.")
  public static let start = Phrase("Início", "Start")
  public static let end = Phrase("Fim", "End")
  static let timeFormat = Phrase("28/12/2016 20:00", "28 Dec 2016 20:00")
  public static let timeMistyped = Phrase(
    "Digite dia e hora assim: %.", "Enter the date and time like this: %."
  ).with(timeFormat)
  static let logInToEnroll = Phrase("Entre na Eventbee para se inscrever.", "Log in to Eventbee to enroll.")
  public static let permission = Phrase("Permissão", "Permission")
  public static let open = Phrase("Público", "Public")
  public static let closed = Phrase("Fechado", "Closed")
  public static let closedEvent = Phrase(
    "Evento fechado: só quem organiza adiciona participantes.",
    "Closed event: only the organizer can add participants.")
  public static let enroll = Phrase("Inscrever-se", "Enroll")
  public static let enrolled = Phrase("Inscrição feita", "Enrolled")
  public static let leave = Phrase("Cancelar inscrição", "Leave")
  public static let organizer = Phrase("Organização", "Organizer")
  public static let participants = Phrase("Participantes", "Participants")
  public static let addParticipant = Phrase("Adicionar participante", "Add participant")
  public static let removeParticipant = Phrase("Remover participante", "Remove participant")
  public static let keepParticipant = Phrase("Manter participante", "Keep participant")
  public static let undo = Phrase("Desfazer", "Undo")

  /// Returns the question or the notice about the removal of a participant, or `nil` if it can't be kept anymore.
  public static func removal(_ step: EventDetail.Removal.Step, of name: String) -> Phrase? {
    switch step {
    case .asking: Phrase("Tirar \(name) do evento?", "Remove \(name) from the event?")
    case .undoable:
      Phrase(
        "\(name) sai do evento em \(Events.undoTime.components.seconds) segundos.",
        "\(name) is removed from the event in \(Events.undoTime.components.seconds) seconds.")
    case .sending: nil
    }
  }

  /// Returns the name of a permission. One that the app doesn't know has the server's word for it.
  public static func permission(_ permission: EventPermission) -> Phrase {
    switch permission {
    case .open: open
    case .closed: closed
    case .other("friends"): Phrase("Só amigos", "Friends only")
    case .other(let word): Phrase("Outra (\(word))", "Other (\(word))")
    }
  }

  /// Returns what is wrong with a form.
  public static func mistake(_ mistake: EventForm.Mistake) -> Phrase {
    switch mistake {
    case .missing(let field): missing(field.title)
    case .tooLong(let field): tooLong(field.title, field.sent?.limit ?? 0)
    case .timeInvalid: timeMistyped
    case .endBeforeStart: Phrase("O fim é antes do início.", "The end is before the start.")
    case .unchanged: Phrase("Nada foi alterado.", "Nothing has changed.")
    }
  }

  /// The title of ``addingFailed(_:)``. The original's is English (E19).
  static let addingFailedTitle = Phrase("Error", "Error")

  /// Returns the message for a person who couldn't be added to an event. The Portuguese text is the original's (E19).
  public static func addingFailed(_ failure: EventbeeFailure) -> Phrase {
    switch failure {
    case .notPermitted:
      Phrase(
        "Você não tem permissão para adicionar participantes ao evento!",
        "You don't have permission to add participants to this event.")
    case .notProcessed:
      Phrase("Erro enquanto tentava adicionar o participante", "The participant could not be added.")
    case .request, .sessionRefused, .notEnrolled, .repeatedEmail, .wrongCredentials, .tooManyAttempts, .refused,
      .notFound:
      unknown(failure)
    }
  }
}

extension FieldTitle {
  static let start = FieldTitle(Phrase("Início (UTC)", "Start (UTC)"), Phrase("O início", "The start"))
  static let end = FieldTitle(Phrase("Fim (UTC)", "End (UTC)"), Phrase("O fim", "The end"))
  static let permission = FieldTitle(.permission, Phrase("A permissão", "The permission"))
}
