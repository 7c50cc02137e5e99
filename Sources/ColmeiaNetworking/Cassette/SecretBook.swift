import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWebSocket

/// Which secrets have gone over a network, and what stands for them. Built by looking at all that has happened; then what
/// has happened is written without them, also what came before a secret was known for one.
struct SecretBook {
  /// Members whose values differ from run to run, so that a replay does not compare them; in lower case.
  let changing: Set<String>
  private var placeholders: [String: String] = [:]
  private var counts: [String: Int] = [:]
  private(set) var masker = Masker()

  init(changing: Set<String> = []) { self.changing = Set(changing.map { $0.lowercased() }) }

  /// What stands for a value; it is looked for everywhere from now on, unless it is `local`. An empty value, and one that is
  /// a placeholder already, stand for themselves.
  mutating func placeholder(_ value: String, _ kind: String, isLocal: Bool = false) -> String {
    if value.isEmpty || Placeholder.isOne(value) { return value }
    if let known = placeholders[value] { return known }
    counts[kind, default: 0] += 1
    let placeholder = Placeholder.text(kind, counts[kind, default: 1])
    placeholders[value] = placeholder
    if !isLocal { _ = masker.hide(value, as: placeholder) }
    return placeholder
  }

  /// What the name of a member, of an item of a query or of a field says of its value; `nil` when it is no secret.
  func kind(ofMember name: String) -> String? {
    let lower = name.lowercased()
    if changing.contains(lower) { return lower.filter { $0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-") } }
    let plain = lower.filter { $0 != "_" && $0 != "-" }
    if plain.hasSuffix("token") { return "token" }
    if plain.hasSuffix("password") || ["passwd", "pwd", "passphrase"].contains(plain) { return "password" }
    if plain.hasSuffix("passwordconfirmation") { return "password" }
    if plain.hasSuffix("secret") || plain.hasSuffix("apikey") || plain.hasSuffix("secretkey") { return "secret" }
    if ["authorization", "credentials", "privatekey", "secretaccesskey", "accesskeyid", "awsaccesskeyid"].contains(
      plain)
    {
      return "secret"
    }
    return ["signature", "sig", "xamzsignature", "xamzcredential"].contains(plain) ? "signature" : nil
  }
}

extension SecretBook {
  /// Learns what the event shows.
  mutating func learn(_ event: CassetteEvent) { _ = masked(event) }

  /// The event without secrets, as far as they are known by now.
  mutating func masked(_ event: CassetteEvent) -> CassetteEvent {
    var event = event
    switch event.kind {
    case .request(let request): event.kind = .request(masked(request))
    case .socket(let request, let subprotocols): event.kind = .socket(masked(request), subprotocols: subprotocols)
    case .answer(let status, let headers, let body):
      event.kind = .answer(status: status, masked(headers), masked(body, type: headers["Content-Type"]))
    case .sent(let body): event.kind = .sent(masked(body))
    case .received(let body): event.kind = .received(masked(body))
    case .closing(let close): event.kind = .closing(masked(close))
    case .closed(let close): event.kind = .closed(masked(close))
    case .stream(let request): event.kind = .stream(masked(request))
    case .head(let status, let headers): event.kind = .head(status: status, masked(headers))
    case .chunk(let body): event.kind = .chunk(masked(body))
    case .failed, .opened, .refused, .end: break
    }
    return event
  }

  private func masked(_ close: WebSocketClose) -> WebSocketClose {
    WebSocketClose(close.code, reason: masker(close.reason))
  }

  private mutating func masked(_ request: CassetteRequest) -> CassetteRequest {
    var masked = request
    masked.headers = self.masked(request.headers)
    masked.path = masker(request.path)
    masked.query = request.query.map { self.masked(form: $0) }
    masked.body = self.masked(request.body, type: request.headers["Content-Type"])
    return masked
  }

  private mutating func masked(_ body: CassetteBody, type: String? = nil) -> CassetteBody {
    switch body {
    case .none, .digest: return body
    case .json(let json): return .json(masked(json))
    case .text(let text):
      let isForm = type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
      return .text(isForm ? masked(form: text) : masker(text))
    case .bytes(let bytes): return .bytes(masker(bytes))
    }
  }

  /// A query, or the body of a form.
  private mutating func masked(form: String) -> String {
    var items: [String] = []
    for item in form.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let name = PercentEncoding.decode(parts[0]), let kind = kind(ofMember: name) {
        let value = PercentEncoding.decode(parts[1]) ?? String(parts[1])
        items.append("\(parts[0])=" + placeholder(value, kind, isLocal: kind == "signature"))
      } else {
        items.append(masker(String(item)))
      }
    }
    return items.joined(separator: "&")
  }

  /// Bodies are not nested deeper than ``CassetteLimits/depth``, so recursion is fine.
  private mutating func masked(_ json: JSON) -> JSON {
    switch json {
    case .null, .bool, .number: return json
    case .string(let text): return .string(masked(text: text))
    case .array(let elements): return .array(elements.map { masked($0) })
    case .object(let object):
      var result = JSONObject()
      for (key, value) in object { result[masker(key)] = masked(value, ofMember: key) }
      return .object(result)
    }
  }

  private mutating func masked(_ value: JSON, ofMember name: String) -> JSON {
    guard let kind = kind(ofMember: name) else { return masked(value) }
    switch value {
    case .string(let text): return .string(placeholder(text, kind, isLocal: kind == "signature"))
    case .number(let number): return .string(placeholder(number.text, kind, isLocal: true))
    case .null, .bool, .array, .object: return masked(value)
    }
  }

  /// Learns what JSON shows that is not written as JSON: whatever is a secret there is looked for everywhere.
  mutating func learn(_ json: JSON) {
    switch json {
    case .null, .bool, .number, .string: break
    case .array(let elements): for element in elements { learn(element) }
    case .object(let object):
      for (name, value) in object {
        switch (kind(ofMember: name), value) {
        case (let kind?, .string(let text)): _ = placeholder(text, kind)
        case (let kind?, .number(let number)): _ = placeholder(number.text, kind)
        default: learn(value)
        }
      }
    }
  }

  /// Texts in JSON may be JSON themselves, as those of ActionCable are: its members are learned, its text stays.
  private mutating func masked(text: String) -> String {
    if text.first == "{" || text.first == "[",
      let inner = try? JSON(parsing: text, limits: JSONLimits(depth: CassetteLimits.depth / 2))
    {
      let masked = masked(inner)
      if masked != inner { return masked.text() }
    }
    return masker(text)
  }

  private mutating func masked(_ headers: HTTPHeaders) -> HTTPHeaders {
    var fields: [HTTPHeaders.Field] = []
    for field in headers.fields { fields.append(HTTPHeaders.Field(field.name, masked(field))) }
    return HTTPHeaders(fields)
  }

  private mutating func masked(_ field: HTTPHeaders.Field) -> String {
    switch field.name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = field.value.firstIndex(of: " ") else { return placeholder(field.value, "token") }
      let rest = String(field.value[field.value.index(after: space)...])
      let scheme = field.value[...space]
      return scheme
        + placeholder(rest, scheme.hasPrefix("AWS4") ? "signature" : "token", isLocal: scheme.hasPrefix("AWS4"))
    case "cookie": return field.value.split(separator: "; ").map { cookie($0) }.joined(separator: "; ")
    case "set-cookie":
      let parts = field.value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return cookie(parts.first ?? "") + (parts.count > 1 ? ";\(parts[1])" : "")
    case "uid": return placeholder(field.value, "uid", isLocal: true)
    default:
      if let kind = kind(ofMember: field.name) ?? (field.isSecret ? "token" : nil) {
        return placeholder(field.value, kind)
      }
      return masker(field.value)
    }
  }

  private mutating func cookie(_ pair: Substring) -> String {
    guard let mark = pair.firstIndex(of: "=") else { return masker(String(pair)) }
    return "\(pair[...mark])" + placeholder(String(pair[pair.index(after: mark)...]), "cookie")
  }
}
