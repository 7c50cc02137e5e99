@testable import ReferenceBackend

/// A back end with a clock and a source of tokens that count its requests.
struct World: Sendable {
  var state = Backend.State()
  var backend = Backend(passwordRounds: 1)
  var count = 0
  var warnings: [BackendWarning] = []

  /// The time of the clock at the start.
  static let start = 1_566_820_000

  /// Sends a request with a new context.
  mutating func exchange(_ request: HTTPRequest) -> Reply {
    count += 1
    let context = RequestContext(date: Self.start + count, token: "token-\(count)", salt: Array("salt-\(count)".utf8))
    warnings = []
    let response = backend.answer(request, context, &state, &warnings)
    return Reply(response)
  }

  /// Sends a request in the notation of the protocol's tables, such as `POST users/login`.
  mutating func exchange(_ line: String, token: String? = nil, _ body: String? = nil) -> Reply {
    exchange(HTTPRequest(line, token: token, body))
  }
}

extension HTTPRequest {
  /// Creates a request in the notation of the protocol's tables. The content type of a body is JSON.
  init(_ line: String, token: String? = nil, _ body: String? = nil) {
    let words = line.split(separator: " ").map(String.init)
    let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    self.init(
      HTTPMethod(rawValue: words[0]), path: "/" + target[0], query: target.count > 1 ? target[1] : nil,
      headers: ["Host": "dogs.example:8080"], body: Array((body ?? "").utf8))
    if body != nil { headers["Content-Type"] = "application/json" }
    headers["Token"] = token
  }
}

/// A response with its body as text.
struct Reply: Equatable, CustomStringConvertible {
  var status: Int
  var text: String
  var headers: HTTPHeaders
  var bytes: [UInt8]

  init(_ response: HTTPResponse) {
    status = response.status
    text = String(decoding: response.body, as: UTF8.self)
    headers = response.headers
    bytes = response.body
  }

  var description: String { "\(status) \(text)" }
}

/// Eventbee's responses to refused requests.
enum Refusal {
  static let ability = #"401 {"result":"Erro: Sem permissão para o acesso"}"#
  static let organizer = #"401 {"result":"Erro: Usuário não tem permissão para fazer isso nesse evento"}"#
  static let notEnrolled = #"401 {"result":"Erro: Usuário não está inscrito nesse evento"}"#
  static let notFound = #"404 {"result":"Erro: Não encontrado"}"#
  static let invalid = #"422 {"result":"Erro: Falha ao processar"}"#
  static func invalid(_ field: String, limit: Int? = nil) -> String {
    let details = limit.map { #","limit":\#($0)"# } ?? ""
    return #"422 {"result":"Erro: Falha ao processar","field":"\#(field)"\#(details)}"#
  }
  static let malformed = #"400 {"result":"Erro: Falha ao processar"}"#
  static let otherType = #"415 {"result":"Erro: Falha ao processar"}"#
  static let emailTaken = #"422 {"result":"Erro: E-mail já em uso"}"#
  static let wrongPassword = #"401 {"result":"Erro: E-mail ou senha inválidos"}"#
  static let wrongFacebookToken = #"401 {"result":"Erro: Token do Facebook inválido"}"#
  static let wrongMethod = #"405 {"result":"Erro: Método não permitido"}"#
}
