/// A text of the user interface in all of the app's languages.
///
/// All phrases are in this file and in the `Phrase+….swift` files of the features: labels (D26) and failure messages.
/// The app chooses the phrases, where tests can check them; a front end only displays them.
///
/// The type isn't named `Text`, which would be ambiguous next to SwiftUI's `Text`.
public struct Phrase: Sendable, Hashable {
  let portuguese: String
  let english: String

  init(_ portuguese: String, _ english: String) {
    self.portuguese = portuguese
    self.english = english
  }

  /// Returns the phrase with `%` replaced by another phrase.
  func with(_ other: Phrase) -> Phrase {
    Phrase(portuguese.replacing("%", with: other.portuguese), english.replacing("%", with: other.english))
  }

  /// Returns the text of the phrase in `language`.
  public func text(_ language: Language) -> String {
    switch language {
    case .portuguese: portuguese
    case .english: english
    }
  }
}

/// How the user interface names a field.
struct FieldTitle {
  /// The label of the field.
  let label: Phrase
  /// The field as the first words of a sentence.
  let subject: Phrase

  init(_ label: Phrase, _ subject: Phrase) { (self.label, self.subject) = (label, subject) }

  /// The field inside a sentence.
  fileprivate var object: Phrase {
    func inside(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
    return Phrase(inside(subject.portuguese), inside(subject.english))
  }
}

// These phrases need no documentation, because their texts are in their declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let feed = Phrase("Feed", "Feed")
  public static let profile = Phrase("Perfil", "Profile")
  public static let name = Phrase("Nome", "Name")
  public static let about = Phrase("Sobre", "About")
  public static let email = Phrase("E-mail", "Email")
  public static let message = Phrase("Mensagem", "Message")
  public static let picture = Phrase("Imagem", "Picture")
  public static let signUp = Phrase("Entrar", "Sign in")
  public static let signOut = Phrase("Sair", "Sign out")
  public static let back = Phrase("Voltar", "Back")
  public static let cancel = Phrase("Cancelar", "Cancel")
  public static let discard = Phrase("Descartar", "Discard")
  static let dismiss = Phrase("Fechar", "Dismiss")
  static let reload = Phrase("Atualizar", "Reload")
  public static let retry = Phrase("Tentar de novo", "Try again")
  public static let save = Phrase("Salvar", "Save")
  public static let loading = Phrase("Carregando…", "Loading…")
  public static let connecting = Phrase("Conectando…", "Connecting…")
  public static let reconnecting = Phrase("Sem conexão. Reconectando…", "No connection. Reconnecting…")
}

// Phrases that a front end uses on its own.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  /// The texts that a front end written in another language uses on its own, by name.
  public static let frontEndTexts = [
    "sections": sections, "skipToContent": skipToContent, "loading": loading, "connecting": connecting,
    "connectionLost": connectionLost, "addressExpired": addressExpired, "needsScript": needsScript,
    "uploadFailed": uploadFailed, "unsendable": unsendable, "chooseByNumber": chooseByNumber,
    "endWithDot": endWithDot, "undrawn": undrawn,
  ]

  static let sections = Phrase("Seções", "Sections")
  static let skipToContent = Phrase("Ir para o conteúdo", "Skip to content")
  static let connectionLost = Phrase(
    "Sem conexão com o servidor. Reconectando…", "No connection to the server. Reconnecting…")
  static let addressExpired = Phrase(
    "O servidor foi reiniciado. Abra o novo endereço exibido no terminal.",
    "The server was restarted. Open the new address shown in the terminal.")
  static let needsScript = Phrase("Esta página precisa de JavaScript.", "This page needs JavaScript.")
  static let unsendable = Phrase(
    "Este texto não pode ser enviado: é longo demais ou tem meio caractere.",
    "This text can't be sent: it is too long, or has half a character.")
  static let undrawn = Phrase("Esta imagem não pode ser exibida:", "This picture can't be shown:")
  static let uploadFailed = Phrase("Não foi possível enviar o arquivo.", "The file could not be sent.")
  static let chooseByNumber = Phrase(
    "Digite um número da lista; para um campo, também o texto. Por exemplo: 3, ou então 4 ana@example.org.",
    "Type a number from the list; for a field, also its text. For example: 3, or 4 ann@example.org.")

  /// Returns what a front end says about a picture that it doesn't draw.
  public static func pictureAddress(_ address: String) -> Phrase {
    Phrase("Imagem: \(address)", "Picture: \(address)")
  }

  /// Returns what a front end says about a picture of a format that it doesn't draw.
  public static func undrawnPicture(_ format: String, _ address: String) -> Phrase {
    Phrase("Imagem \(format), não exibida aqui: \(address)", "\(format) picture, not shown here: \(address)")
  }

  public static func largePicture(_ address: String) -> Phrase {
    Phrase("Imagem grande demais para exibir aqui: \(address)", "Picture too large to show here: \(address)")
  }

  public static func damagedPicture(_ address: String) -> Phrase {
    Phrase("Imagem danificada: \(address)", "Damaged picture: \(address)")
  }

  public static let keySubmit = Phrase("Enter enviar", "Enter submit")
  public static let keyContinue = Phrase("Enter continuar", "Enter continue")
  static let endWithDot = Phrase("(um ponto sozinho numa linha termina)", "(a line with only a dot ends it)")
  public static let keyNewLine = Phrase("Enter nova linha", "Enter new line")
  public static let keyNext = Phrase("Tab continuar", "Tab continue")
  public static let keySend = Phrase("Ctrl-S enviar", "Ctrl-S submit")
  public static let keyChoose = Phrase("Enter escolher", "Enter choose")
  public static let keyOption = Phrase("←→ opção", "←→ option")
  public static let keyComplete = Phrase("Tab completar", "Tab complete")
  public static let keyBack = Phrase("Esc voltar", "Esc back")
  public static let keyQuit = Phrase("Ctrl-C sair", "Ctrl-C quit")
  public static let keyMove = Phrase("↑↓ mover", "↑↓ move")
  public static let keySection = Phrase("Tab seção", "Tab section")
  public static let keyPage = Phrase("PgUp/PgDn página", "PgUp/PgDn page")
  public static let keyRequests = Phrase("Ctrl-R requisições", "Ctrl-R requests")
}

// Phrases for more than one feature.
extension Phrase {
  /// Returns the message for a failed request.
  public static func requestFailed(_ failure: RequestFailure) -> Phrase {
    switch failure {
    case .offline:
      Phrase(
        "Você está sem conexão. Verifique sua conexão e tente de novo.",
        "You are offline. Check your connection and try again.")
    case .unreachable:
      Phrase(
        "Não foi possível conectar ao servidor. Tente de novo.", "The server could not be reached. Try again.")
    case .timedOut:
      Phrase(
        "O servidor demorou demais para responder. Tente de novo.", "The server took too long to respond. Try again.")
    case .status(let status) where status < 400:
      Phrase(
        "Resposta inesperada do servidor (\(status)). Tente de novo mais tarde.",
        "Unexpected response from the server (\(status)). Try again later.")
    case .status(let status):
      Phrase(
        "O servidor respondeu com o erro \(status). Tente de novo mais tarde.",
        "The server responded with error \(status). Try again later.")
    case .undecodable:
      Phrase(
        "Resposta inesperada do servidor. Tente de novo mais tarde.",
        "Unexpected response from the server. Try again later.")
    case .tokenUnreadable(let failure):
      Phrase(
        "Não foi possível ler sua sessão: %. Tente de novo.", "Your session could not be read: %. Try again."
      ).with(reason(failure))
    }
  }

  /// Returns the message for a text that is missing.
  static func missing(_ field: FieldTitle) -> Phrase { Phrase("Digite %.", "Enter %.").with(field.object) }

  /// Returns the message for a text that exceeds a limit of the server, which counts bytes of UTF-8.
  static func tooLong(_ field: FieldTitle, _ limit: Int) -> Phrase {
    Phrase(
      "% pode ter no máximo \(limit) caracteres, menos com acentos.",
      "% may have at most \(limit) characters, fewer with accents."
    ).with(field.subject)
  }

  /// Returns the message for a text that a server has refused. It isn't missing, which the app checks, so it is too long.
  static func notAccepted(_ field: Phrase) -> Phrase {
    Phrase(
      "O servidor não aceitou %. Tente um texto mais curto.", "The server did not accept %. Try a shorter text."
    ).with(field)
  }

  /// Returns the message for a field that a server has refused for a reason that the app doesn't know.
  static func refused(_ field: FieldTitle) -> Phrase {
    Phrase(
      "O servidor não aceitou %. Confira e tente de novo.", "The server did not accept %. Check it and try again."
    ).with(field.object)
  }

  /// Returns a size in the largest unit that fits: `934 bytes`, `1.5 KB`, `12 MB`.
  public static func size(_ bytes: Int) -> Phrase {
    if bytes < 1 << 10 { return Phrase("\(bytes) bytes", "\(bytes) bytes") }
    // From half a kilobyte below a megabyte on, the size rounds to it.
    let (unit, name) = bytes < (1 << 20) - (1 << 9) ? (1 << 10, "KB") : (1 << 20, "MB")
    let size = Double(bytes) / Double(unit)
    let tenths = Int((size * 10).rounded())
    let hasDigit = tenths < 100 && tenths % 10 != 0
    let number = hasDigit ? "\(tenths / 10)%\(tenths % 10) \(name)" : "\(Int(size.rounded())) \(name)"
    return Phrase(number, number).with(Phrase(",", "."))
  }

  /// Returns the reason why the device couldn't store or read data, as the end of a sentence.
  static func reason(_ failure: TokenStoreFailure) -> Phrase {
    switch failure {
    case .damaged: Phrase("o arquivo está danificado", "the file is damaged")
    case .denied: Phrase("sem permissão de acesso", "access is not permitted")
    case .full: Phrase("não há espaço livre", "there is no space left")
    case .inputOutput: Phrase("falha de leitura ou gravação", "reading or writing failed")
    }
  }
}
