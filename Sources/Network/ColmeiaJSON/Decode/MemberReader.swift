/// The keyed container of a type: the members of an object, or an enum case and its payload. Keys are compared by their
/// bytes.
struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The meaning of the node.
  enum Content {
    /// An object.
    case members
    /// A string that names a case without a payload.
    case caseName
    /// The payload of an enum case, or `nil` if the case was written as its name only.
    case payload(PayloadForm?)
  }

  let document: TapeDocument
  let node: Int32
  let content: Content

  init(_ document: TapeDocument, _ node: Int32, _ content: Content) {
    self.document = document
    self.node = node
    self.content = content
  }

  var codingPath: [any CodingKey] { document.codingPath(node) }

  var allKeys: [Key] {
    var keys: [Key] = []
    switch content {
    case .members where document.tape[node].count == 1:  // usually an enum case
      if let key = key(document.tape.string(node + 1)) { keys = [key] }
    case .members, .payload(.some):
      document.forEachMember(node) { name, _ in if let key = key(name) { keys.append(key) } }
    case .caseName: if let name = try? document.string(node), let key = key(name) { keys.append(key) }
    case .payload(nil): break
    }
    if keys.count != 1 { document.undecided = (node, Key.self) }
    return keys
  }

  private func key(_ name: String) -> Key? { document.coding.key(name, Key.self) }

  /// Returns the value of a key and marks it as decoded, or returns `nil` if there is none.
  @inline(__always) func find(_ key: Key) -> Int32? {
    let name = document.coding.name(key)
    let found: Int32? =
      switch content {
      case .members: document.member(name, of: node)
      case .caseName, .payload(nil): nil
      case .payload(let form?): part(name, form)
      }
    if case .payload(.some) = content { document.visit(node) }
    if let found { document.visit(found) }
    return found
  }

  /// Returns a part of a payload. A single unlabeled payload may also be written in the synthesized form, `{"_0": …}`.
  /// The encoder ensures that this is unambiguous.
  private func part(_ name: String, _ form: PayloadForm) -> Int32? {
    if document.tape[node].kind == .object {
      return form == .whole && name == "_0" && !hasLabels ? node : document.member(name, of: node)
    }
    guard let position = PayloadForm.position(name) else { return nil }
    switch form {
    case .whole: return node
    case .list: return document.tape.element(position, of: node)
    case .labeled: return nil
    }
  }

  /// Whether the payload is an object whose members are the parts, and not itself a part: it has a member `_0`, or its
  /// first member is a label.
  private var hasLabels: Bool {
    let (tape, first) = (document.tape, node + 1)
    return first < tape[node].next && key(tape.string(first)) != nil || tape.member("_0", of: node) != nil
  }

  /// Refuses a labeled part if the unlabeled part took the whole payload or an element of it, unless the payload is an
  /// object of parts.
  @inline(never) private func checkLabel(_ name: String, _ form: PayloadForm, _ type: Any.Type) throws {
    guard form != .labeled, PayloadForm.position(name) == nil else { return }
    guard document.tape[node].kind == .object else { throw needsLabels(name, type) }
    if !hasLabels { throw document.missing("_0", type, node) }
  }

  private func needsLabels(_ name: String, _ type: Any.Type) -> DecodingError {
    // Unlabeled parts come first and can be enumerated.
    let positions = (0..<8).lazy.map { "_\($0)" }.prefix { Key(stringValue: $0) != nil }
    let names = positions.filter { $0 != name } + [name]
    let keys = names.map { JSON.string($0).text() }.joined(separator: " and ")
    return document.mismatch(type, "an object with \(keys)", node)
  }

  /// Returns the value of a required key.
  func need(_ key: Key, _ type: Any.Type) throws -> Int32 {
    if case .payload(let form?) = content { try checkLabel(document.coding.name(key), form, type) }
    if let node = find(key) { return node }
    throw missing(document.coding.name(key), type)
  }

  private func missing(_ name: String, _ type: Any.Type) -> DecodingError {
    switch content {
    case .members: return document.missing(name, type, node)
    case .caseName: return document.mismatch(type, "an object", node)
    case .payload(nil):
      let name = JSON.string(document.tape.string(node)).text()
      return document.failure(.invalid("the case \(name) needs a payload"), type, node)
    case .payload(let form?):
      let isObject = document.tape[node].kind == .object
      if form == .list, PayloadForm.position(name) != nil, !(isObject && hasLabels) {
        return document.failure(.invalid("this case needs several payloads, as an array in order"), type, node)
      }
      if isObject { return document.missing(name, type, node) }
      return needsLabels(name, type)
    }
  }

  /// Returns the value of an optional key. A string in place of an object is an error.
  func optional(_ key: Key, _ type: Any.Type) throws -> Int32? {
    if case .caseName = content { throw document.mismatch(type, "an object", node) }
    if case .payload(let form?) = content { try checkLabel(document.coding.name(key), form, type) }
    return find(key)
  }

  /// Returns the value of a key that is present and not null.
  func present(_ key: Key, _ type: Any.Type) throws -> Int32? {
    try optional(key, type).flatMap { document.isNull($0) ? nil : $0 }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    if let payload = try payload(type, key) { return KeyedDecodingContainer(payload) }
    return try decoder(key, [String: Any].self).container(keyedBy: type)
  }

  /// Returns the container of a case's payload, if `nested` is the key type of the payload.
  private func payload<Nested: CodingKey>(_ nested: Nested.Type, _ key: Key) throws -> MemberReader<Nested>? {
    guard let form = document.forms.form(nested, of: Key.self) else { return nil }
    switch content {
    case .caseName: return MemberReader<Nested>(document, node, .payload(nil))
    case .payload: return nil
    case .members: break
    }
    // The payload is marked as decoded when one of its parts is, unless it is empty: `{"load": {}}` is the same as
    // `"load"`.
    let name = document.coding.name(key)
    guard let payload = document.member(name, of: node) else {
      throw missing(name, [String: Any].self)
    }
    document.notePayload(payload)
    return MemberReader<Nested>(document, payload, .payload(form))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key, [Any].self).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard case .members = content, let found = document.member("super", of: node) else {
      throw missing("super", (any Decoder).self)
    }
    document.visit(found)
    return TapeDecoder(document: document, node: found)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key, (any Decoder).self) }

  private func decoder(_ key: Key, _ type: Any.Type) throws -> TapeDecoder {
    TapeDecoder(document: document, node: try need(key, type))
  }
}
