/// The texts of refusals that the app tells apart, as the servers send them.
package enum RefusalText {
  /// Only the organizer of the event may do this.
  package static let notOrganizer = "Erro: Usuário não tem permissão para fazer isso nesse evento"
  /// Only participants of the event may do this.
  package static let notEnrolled = "Erro: Usuário não está inscrito nesse evento"
  /// No member has this email address and password.
  package static let wrongPassword = "Erro: E-mail ou senha inválidos"
  /// The token from Facebook is unknown.
  package static let wrongFacebookToken = "Erro: Token do Facebook inválido"
  /// Another member has this email address.
  package static let emailInUse = "Erro: E-mail já em uso"
  /// The name of a newspaper, or the ID of an item, is already in use.
  package static let duplicate = "Duplicated entity"

  /// A field of a newspaper or an item is too long, or has an invalid value.
  package static func invalid(newsField name: String) -> String { "invalid field: \(name)" }
  /// A field of an album is missing, too long, or has an invalid value.
  package static func invalid(albumField name: String) -> String { "O campo \(name) não é válido." }
}
