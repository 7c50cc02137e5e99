import ColmeiaJSON
import Foundation
import ReferenceS3
import TestSupport

/// A client that waits for each response.
struct CrashClient {
  struct Answer {
    var status: Int
    var body: [UInt8]
    var json: JSON? { try? JSON(parsing: body) }
  }

  static let signer = S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))

  let client: RawClient
  private let host: String

  init(_ port: UInt16) throws {
    client = try RawClient(port)
    host = "127.0.0.1:\(port)"
  }

  func send(_ line: String, _ body: String = "", headers: [String: String] = [:]) throws {
    var text = "\(line) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.utf8.count)\r\n"
    if headers["Content-Type"] == nil { text += "Content-Type: application/json\r\n" }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    try client.send(text + "\r\n" + body)
  }

  func answer() throws -> Answer {
    let head = try client.read(until: "\r\n\r\n")
    let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let count = length.flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
    return Answer(status: Int(head.split(separator: " ")[1]) ?? 0, body: try client.read(count: count))
  }

  func exchange(_ line: String, _ body: String = "", headers: [String: String] = [:]) throws -> Answer {
    try send(line, body, headers: headers)
    return try answer()
  }

  /// Returns the header fields of a signed request for a photo.
  func signed(_ method: HTTPMethod, _ key: String, _ body: String = "") -> [String: String] {
    let request = HTTPRequest(
      method, origin: "http://\(host)", path: "/colmeia-photos/\(key)", body: Array(body.utf8))
    let signed = Self.signer.sign(request, at: Int(Date().timeIntervalSince1970))
    var headers = Dictionary(signed.headers.fields.map { ($0.name, $0.value) }) { first, _ in first }
    headers["Content-Type"] = headers["Content-Type"] ?? ""
    headers["Host"] = nil
    return headers
  }

  func logIn() throws -> String {
    let answer = try exchange("POST /users/login", #"{"email":"ana@colmeia.example","password":"ana-123"}"#)
    guard let token = answer.json?["token"]?.string else { throw RawClient.Failure(description: "\(answer)") }
    return token
  }

  /// Enters the chat of event 1.
  func enterChat(_ token: String) throws {
    let headers = [
      "Token": token, "Origin": "http://\(host)", "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    try send("GET /cable", headers: headers)
    _ = try client.read(until: "welcome")
    try command(["command": "subscribe", "identifier": .string(Self.identifier)])
    _ = try client.read(until: "confirm_subscription")
  }

  static let identifier = #"{"channel":"ChatChannel","event_id":1}"#

  func post(_ words: String) throws {
    let data: JSON = ["action": "speak", "message": .string(words), "client_id": .string(words)]
    try command(["command": "message", "identifier": .string(Self.identifier), "data": .string(data.text())])
  }

  /// Sends a text frame whose mask is zero.
  private func command(_ json: JSON) throws {
    let bytes = json.bytes()
    let length =
      bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    try client.send([0x81] + length + [0, 0, 0, 0] + bytes)
  }
}
