import Testing

@testable import ReferenceApp

/// Sample values for tests.
enum Example {
  static let account = Account(email: "ana@example.com")
  static let form = SignUpForm(typed: " Ana@Example.com\n")
  /// What Eventbee says to a request without a token that it accepts, or whose role lacks the permission.
  static let noAccess = "Erro: Sem permissão para o acesso"

  static func email(_ text: String = "Ana@Example.com") throws -> EmailAddress {
    try #require(EmailAddress(rawValue: text))
  }
}
