import ColmeiaJSON

@testable import ReferenceBackend

extension StreamProgram {
  private static let names = ["A", "É b", "c/d"]
  private static let texts = ["x", "Olá\nmundo", "", "a\n\nb", "🐝"]

  private mutating func body(_ fields: [(String, String)]) -> (text: String, isGood: Bool) {
    if chance(1, of: 12) { return (random.pick(["", "{", "[]", "{}", #"{"name":7}"#]), false) }
    return (JSON.object(fields.reduce(into: JSONObject()) { $0[$1.0] = .string($1.1) }).text(), true)
  }

  mutating func callNewspapers() {
    let name = random.pick(Self.names)
    let index = newspapers.firstIndex { $0.name == name }
    let description = random.pick(Self.texts)
    let (text, isGood) = body([("name", name), ("description", description)])
    let path = "newspapers/\(PercentEncoding.encode(name))"
    switch random.pick(["list", "get", "post", "put", "put", "delete"]) {
    case "list":
      let response = exchange(HTTPRequest("GET newspapers"))
      let shown = (try? JSON(parsing: response.body))?.array ?? []
      let isRight = shown.elementsEqual(newspapers) {
        $0["name"]?.string == $1.name && $0["description"]?.string == $1.description
      }
      if !isRight { problems.append("the newspapers differ") }
      record("list", response.status, wanted: 200)
    case "get": record("get", exchange(HTTPRequest("GET \(path)")).status, wanted: index == nil ? 404 : 200)
    case "post":
      let response = exchange(HTTPRequest("POST newspapers", text))
      guard isGood else { return refused("post", response) }
      record("post", response.status, wanted: index == nil ? 201 : 422)
      if index == nil { newspapers.append((name, description)) }
    case "put":
      let response = exchange(HTTPRequest("PUT \(path)", text))
      guard isGood else { return refused("put", response) }
      record("put", response.status, wanted: index == nil ? 201 : 200)
      if let index { newspapers[index].description = description } else { newspapers.append((name, description)) }
    default:
      record("delete", exchange(HTTPRequest("DELETE \(path)")).status, wanted: index == nil ? 404 : 204)
      if let index { newspapers.remove(at: index) }
    }
  }

  private mutating func refused(_ what: String, _ response: HTTPResponse) {
    reached.insert("\(what) \(response.status)")
    if response.status != 400, response.status != 422 { problems.append("\(what): \(response)") }
  }

  mutating func callNews() {
    let name = random.pick(Self.names)
    let path = "newspapers/\(PercentEncoding.encode(name))/news"
    guard chance(3, of: 4) else {
      guard let item = news.randomElement(using: &random) else { return }
      let response = exchange(HTTPRequest("GET \(path)/\(item.id)"))
      return record("item", response.status, wanted: item.newspaper == name ? 200 : 404)
    }
    let (title, words) = (random.pick(["T", "Título"]), random.pick(Self.texts))
    var fields = [("title", title), ("body", words)]
    if chance(1, of: 4) { fields.append(("id", "temp-id")) }
    let (text, isGood) = body(fields)
    let response = exchange(HTTPRequest("POST \(path)", text))
    let isThere = newspapers.contains { $0.name == name }
    guard isGood else {
      if response.status != 404 || isThere { refused("publish", response) }
      return
    }
    record("publish", response.status, wanted: isThere ? 201 : 404)
    guard response.status == 201 else { return }
    let id = (try? JSON(parsing: response.body))?["id"]?.string ?? ""
    let lines = [title] + words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let event = "id: \(id)\nevent: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    if id == "temp-id" || news.contains(where: { $0.id == id }) { problems.append("\(id) is not a new ID") }
    news.append((id, name, event))
    for listener in open.keys where open[listener] == .news { expected[listener, default: ""] += event }
  }

  mutating func callObjects() {
    let key = random.pick(["a", "b/c", "é"])
    let method = random.pick([HTTPMethod.put, .get, .delete, .head])
    let words = method == .put ? random.pick(Self.texts) : ""
    var request = HTTPRequest(
      method, origin: Bucket.origin, path: "/colmeia-photos/" + PercentEncoding.encode(key).replacing("%2F", with: "/"),
      body: Array(words.utf8))
    let isSigned = !chance(1, of: 6)
    if isSigned { request = signer.sign(request, at: World.start + world.count) }
    let response = exchange(request)
    guard isSigned else { return record("object \(method)", response.status, wanted: 403) }
    switch method {
    case .put:
      record("object put", response.status, wanted: 200)
      objects[key] = words
    case .delete:
      record("object delete", response.status, wanted: 204)
      objects[key] = nil
    default:
      record("object \(method)", response.status, wanted: objects[key] == nil ? 404 : 200)
      let isRight = response.body == (method == .head ? [] : Array((objects[key] ?? "").utf8))
      if response.status == 200, !isRight { problems.append("the object differs") }
    }
  }
}
