import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// A request that a system's back end refuses.
struct Refusal: Sendable {
  var request: HTTPRequest
  /// The status and the body of the response.
  var reply: String
  /// What the app shows of it.
  var shown: String

  /// What a failed test shows.
  var name: Comment {
    Comment(
      rawValue: "\(request.method) \(request.target) \(String(decoding: request.body.prefix(300), as: UTF8.self))")
  }

  /// Creates a refusal from the request's method and target, its body, and its header fields.
  init(_ line: String, _ body: [UInt8], _ headers: HTTPHeaders, is reply: String, shown: String) {
    let words = line.split(separator: " ")
    let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    request = HTTPRequest(
      HTTPMethod(rawValue: String(words[0])), path: target[0], query: target.count > 1 ? target[1] : nil,
      headers: headers, body: body)
    (self.reply, self.shown) = (reply, shown)
  }
}

extension LocalBackend {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.origin = server.origin
    return try await transport.send(request)
  }

  /// Sends the request of each row, adding these header fields, and expects the refusal.
  func expect(
    _ rows: [Refusal], with fields: HTTPHeaders = [:], shown: (APIError) -> Phrase?
  ) async throws {
    for row in rows {
      var request = row.request
      for field in fields.fields { request.headers[field.name] = field.value }
      let response = try await send(request)
      #expect("\(response.status) \(String(decoding: response.body, as: UTF8.self))" == row.reply, row.name)
      let hasSession = fields["access-token"] != nil
      let error = APIError.status(StatusFailure(call: "", response: response, sentToken: hasSession))
      #expect(shown(error)?.text(.portuguese) == row.shown, row.name)
    }
  }

  /// Returns the actions that the app's effect sends.
  func actions(
    _ effect: AppReducer.Effect, _ change: (inout AppEnvironment) -> Void = { _ in }
  ) async throws -> [AppReducer.Action] {
    let base = try BaseURL(server.origin)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(), random: { 0 })
    change(&environment)
    let sent = Recorder<AppReducer.Action>()
    await AppHandler(environment).work(for: effect).run(Send { sent.add($0) })
    return sent.all
  }
}
