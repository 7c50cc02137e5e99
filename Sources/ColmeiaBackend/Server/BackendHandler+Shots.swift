import ColmeiaHTTP
import ColmeiaJSON

extension BackendHandler {
  /// Makes the shots misbehave.
  func breakShots(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let name = (try? JSON(parsing: request.body))?["fault"]?.string ?? ""
    guard request.method == .post, let fault = ShotsFault(rawValue: name) else {
      return [.respond(exchange, HTTPResponse(422))]
    }
    faults.shots = fault
    return [.respond(exchange, HTTPResponse(200))]
  }
}
