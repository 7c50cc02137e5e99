import ColmeiaHTTP
import ColmeiaJSON
import Foundation

/// A parser for one line of a cassette. Each member is taken once; a member that is not taken is an error.
struct CassetteLine {
  private let object: JSONObject
  private var taken: [String] = []

  init(_ json: JSON) throws(JSONError) {
    guard case .object(let object) = json else {
      throw JSONError(.mismatch(expected: "an object", found: json.kind))
    }
    self.object = object
  }

  func has(_ key: String) -> Bool { object[key] != nil }

  /// Throws an error if the line has a member that was not taken.
  func end() throws(JSONError) {
    guard let key = object.keys.first(where: { !taken.contains($0) }) else { return }
    throw JSONError(.unknownKey(key, nearest: NearestName.of(key, in: Self.known)), at: JSONPath().appending(key))
  }

  private static let known = [
    "scenario", "file", "date", "origin", "n", "ms", "device", "request", "headers", "status", "error", "socket",
    "subprotocols", "opened", "refused", "sent", "received", "closing", "closed", "reason", "stream", "head", "end",
    "json", "text", "base64", "bytes", "sha256", "leftOut",
  ]

  private mutating func remove(_ key: String) -> JSON? {
    taken.append(key)
    return object[key]
  }

  private func wrong(_ key: String, _ text: String) -> JSONError {
    JSONError(.invalid(text), at: JSONPath().appending(key))
  }

  private mutating func text(_ key: String) throws(JSONError) -> String? {
    guard let value = remove(key) else { return nil }
    guard let text = value.string else {
      throw JSONError(.mismatch(expected: "a string", found: value.kind), at: JSONPath().appending(key))
    }
    return text
  }

  mutating func int(_ key: String, _ range: ClosedRange<Int>) throws(JSONError) -> Int {
    guard let value = remove(key) else { throw JSONError(.missingKey(key)) }
    guard let number = value.int, range.contains(number) else {
      throw wrong(
        key,
        range.upperBound == .max
          ? "expected a whole number from \(range.lowerBound)" : "expected a number in \(range)")
    }
    return number
  }

  private mutating func texts(_ key: String) throws(JSONError) -> [String] {
    guard let value = remove(key) else { return [] }
    guard let elements = value.array else { throw wrong(key, "expected an array of strings") }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw wrong(key, "expected an array of strings") }
    return texts
  }
}

extension CassetteLine {
  mutating func tape() throws(JSONError) -> CassetteTape {
    CassetteTape(
      name: try text("scenario") ?? "", file: try text("file"),
      date: has("date") ? try int("date", CassetteLimits.dates) : nil, origin: try text("origin"))
  }

  mutating func event(_ tape: CassetteTape) throws(JSONError) -> CassetteEvent {
    CassetteEvent(
      try int("n", 1...Int.max), try kind(tape),
      milliseconds: has("ms") ? try int("ms", 0...CassetteLimits.milliseconds) : nil)
  }

  private mutating func kind(_ tape: CassetteTape) throws(JSONError) -> CassetteEvent.Kind {
    if let text = try text("request") { return .request(try request(text, "request", tape)) }
    if has("status") { return .answer(status: try int("status", 100...999), try headers(), try body()) }
    if let json = remove("error") { return .failed(try decode(json, "error")) }
    if let target = try text("socket") {
      return .socket(try request("GET \(target)", "socket", tape), subprotocols: try texts("subprotocols"))
    }
    if let text = try text("stream") { return .stream(try request(text, "stream", tape)) }
    if has("head") { return .head(status: try int("head", 100...999), try headers()) }
    if remove("end") != nil { return .end }
    if has("opened") { return .opened(subprotocol: remove("opened") == .null ? nil : try text("opened")) }
    if let json = remove("refused") { return .refused(try decode(json, "refused")) }
    if remove("sent") != nil { return .sent(try body()) }
    if let what = remove("received") { return what == "chunk" ? .chunk(try body()) : .received(try body()) }
    if has("closing") { return .closing(try close("closing")) }
    if has("closed") { return .closed(try close("closed")) }
    throw JSONError(.invalid("this line contains nothing that version \(Cassette.version) supports"))
  }

  private func decode<Value: Decodable>(_ json: JSON, _ key: String) throws(JSONError) -> Value {
    do throws(JSONError) { return try json.decode(Value.self, .strict) } catch {
      var error = error
      error.path = JSONPath([.key(key)] + error.path.steps)
      throw error
    }
  }

  private mutating func request(
    _ text: String, _ key: String, _ tape: CassetteTape
  ) throws(JSONError) -> CassetteRequest {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, HeaderText.isToken(String(parts[0])), parts[1].hasPrefix("/") else {
      throw wrong(key, "expected a method and a path, such as GET /feed")
    }
    let mark = parts[1].firstIndex(of: "?")
    return CassetteRequest(
      device: try self.text("device") ?? "", method: String(parts[0]),
      origin: try self.text("origin") ?? tape.origin ?? "", path: String(parts[1][..<(mark ?? parts[1].endIndex)]),
      query: mark.map { String(parts[1][parts[1].index(after: $0)...]) }, headers: try headers(), body: try body())
  }

  private mutating func headers() throws(JSONError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for field in try texts("headers") {
      guard let colon = field.firstRange(of: ": ") else {
        throw wrong("headers", "a field must have the form 'Name: value'")
      }
      headers.add(String(field[..<colon.lowerBound]), String(field[colon.upperBound...]))
    }
    return headers
  }

  private mutating func body() throws(JSONError) -> CassetteBody {
    let forms = ["json", "text", "base64", "bytes"].filter(has)
    if forms.count > 1 { throw wrong(forms[1], "only one body is allowed: \(forms[0]) or \(forms[1])") }
    switch forms.first {
    case "json": return .json(remove("json") ?? .null)
    case "text": return .text(try text("text") ?? "")
    case "base64":
      guard let data = try text("base64").flatMap({ Data(base64Encoded: $0) }) else {
        throw wrong("base64", "this is not Base64")
      }
      return .bytes(Array(data))
    case "bytes":
      let count = try int("bytes", 0...Int.max)
      guard let digest = try text("sha256"), digest.utf8.count == 64, digest.utf8.allSatisfy(URLText.isHexDigit) else {
        throw wrong("sha256", "expected 64 hexadecimal digits")
      }
      return .digest(count: count, sha256: digest.lowercased())
    default: return .none
    }
  }

  private mutating func close(_ key: String) throws(JSONError) -> WebSocketClose {
    let code = try int(key, 0...Int(UInt16.max))
    return WebSocketClose(WebSocketCloseCode(rawValue: UInt16(code)), reason: try text("reason") ?? "")
  }
}
