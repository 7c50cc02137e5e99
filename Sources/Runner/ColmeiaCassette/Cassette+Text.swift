import ColmeiaHTTP
import ColmeiaJSON
import Foundation

extension Cassette {
  /// The cassette in its file format.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var text: String {
    var lines: [JSON] = [["colmeia": "cassette", "version": .number(JSONNumber(Self.version))]]
    for tape in tapes {
      lines.append(tape.head)
      lines += tape.events.map { $0.line(in: tape) }
      if tape.leftOut > 0 { lines.append(["leftOut": .number(JSONNumber(tape.leftOut))]) }
    }
    return lines.map { $0.text() + "\n" }.joined()
  }
}

extension CassetteTape {
  fileprivate var head: JSON {
    var line = JSONObject()
    line["scenario"] = .string(name)
    line["file"] = file.map(JSON.string)
    line["date"] = date.map { .number(JSONNumber($0)) }
    line["origin"] = origin.map(JSON.string)
    return .object(line)
  }
}

extension CassetteEvent {
  fileprivate func line(in tape: CassetteTape) -> JSON {
    var line = JSONObject()
    line["n"] = .number(JSONNumber(number))
    line["ms"] = milliseconds.map { .number(JSONNumber($0)) }
    switch kind {
    case .request(let request): Self.write(request, "request", "\(request.method) \(request.target)", tape, &line)
    case .answer(let status, let headers, let body):
      line["status"] = .number(JSONNumber(status))
      Self.write(headers, &line)
      Self.write(body, &line)
    case .failed(let error): line["error"] = try? JSON(encoding: error)
    case .socket(let request, let subprotocols):
      Self.write(request, "socket", request.target, tape, &line)
      if !subprotocols.isEmpty { line["subprotocols"] = .array(subprotocols.map(JSON.string)) }
    case .opened(let subprotocol): line["opened"] = subprotocol.map(JSON.string) ?? .null
    case .refused(let refusal): line["refused"] = try? JSON(encoding: refusal)
    case .sent(let body):
      line["sent"] = "message"
      Self.write(body, &line)
    case .received(let body):
      line["received"] = "message"
      Self.write(body, &line)
    case .closing(let close):
      line["closing"] = .number(JSONNumber(close.code.rawValue))
      if !close.reason.isEmpty { line["reason"] = .string(close.reason) }
    case .closed(let close):
      line["closed"] = .number(JSONNumber(close.code.rawValue))
      if !close.reason.isEmpty { line["reason"] = .string(close.reason) }
    case .stream(let request): Self.write(request, "stream", "\(request.method) \(request.target)", tape, &line)
    case .head(let status, let headers):
      line["head"] = .number(JSONNumber(status))
      Self.write(headers, &line)
    case .chunk(let body):
      line["received"] = "chunk"
      Self.write(body, &line)
    case .end: line["end"] = "stream"
    }
    return .object(line)
  }

  private static func write(
    _ request: CassetteRequest, _ key: String, _ text: String, _ tape: CassetteTape, _ line: inout JSONObject
  ) {
    if !request.device.isEmpty { line["device"] = .string(request.device) }
    line[key] = .string(text)
    if request.origin != tape.origin ?? "" { line["origin"] = .string(request.origin) }
    write(request.headers, &line)
    write(request.body, &line)
  }

  private static func write(_ headers: HTTPHeaders, _ line: inout JSONObject) {
    if headers.fields.isEmpty { return }
    line["headers"] = .array(headers.fields.map { .string("\($0.name): \($0.value)") })
  }

  private static func write(_ body: CassetteBody, _ line: inout JSONObject) {
    switch body {
    case .none: break
    case .json(let json): line["json"] = json
    case .text(let text): line["text"] = .string(text)
    case .bytes(let bytes): line["base64"] = .string(Data(bytes).base64EncodedString())
    case .digest(let count, let sha256):
      line["bytes"] = .number(JSONNumber(count))
      line["sha256"] = .string(sha256)
    }
  }
}
