import ColmeiaHTTP
import ColmeiaJSON

extension Masker {
  /// How deep JSON is looked into member by member; what is deeper is masked as text.
  static let depth = 128

  /// Learns what the names in JSON say, also in texts that are JSON.
  public mutating func learn(_ json: JSON) { learn(json, nil, 0) }

  /// All texts and numbers in JSON are secrets; `false` when none of them can be masked everywhere.
  public mutating func hide(_ json: JSON, as kind: SecretKind = .secret) -> Bool {
    var (open, isAny) = ([json], hide(json.string ?? json.text(), as: kind))
    while let value = open.popLast() {
      switch value {
      case .string(let text): isAny = hide(text, as: kind) || isAny
      case .number(let number): isAny = hide(number.text, as: kind) || isAny
      case .array(let elements): open += elements.reversed()
      case .object(let object): open += object.members.reversed().map(\.value)
      case .null, .bool: break
      }
    }
    return isAny
  }

  /// - Parameter kind: what all that is in the value is, if a name above it says so.
  private mutating func learn(_ json: JSON, _ kind: SecretKind?, _ depth: Int) {
    if depth > Self.depth { return learn(json.text()) }
    switch json {
    case .null, .bool: break
    case .number(let number):
      if let kind, !kind.isNested {
        note(number.text, SecretKind(kind.name, isLocal: true, needsDigits: kind.needsDigits))
      }
    case .string(let text):
      if let kind { return note(text, kind) }
      if let inner = Self.inner(text) { return learn(inner, nil, depth + 1) }
      learn(text)
    case .array(let elements): for element in elements { learn(element, kind, depth + 1) }
    case .object(let object):
      for (name, value) in object { learn(value, self.kind(ofMember: name, in: kind), depth + 1) }
    }
  }

  /// The JSON without secrets.
  ///
  /// - Complexity: O(length × log secrets).
  public func callAsFunction(_ json: JSON) -> JSON { masked(json, nil, 0) }

  /// The same of a part, so many levels down.
  ///
  /// - Parameter kind: what the names above it say of all that is in it; see ``kind(ofMember:in:)``.
  package func masked(_ json: JSON, _ kind: SecretKind?, _ depth: Int) -> JSON {
    if depth > Self.depth { return .string(self(json.text())) }
    switch json {
    case .null, .bool: return json
    case .number(let number): return masked(number, kind)
    case .string(let text): return .string(masked(text, kind, depth))
    case .array(let elements):
      if isSpelt(elements) { return [.string(Self.stars)] }
      return .array(elements.map { masked($0, kind, depth + 1) })
    case .object(let object):
      var result = JSONObject()
      for (name, value) in object {
        result[self(name)] = masked(value, self.kind(ofMember: name, in: kind), depth + 1)
      }
      return .object(result)
    }
  }

  private func masked(_ number: JSONNumber, _ kind: SecretKind?) -> JSON {
    if let kind, !kind.isNested {
      let text = replacement(number.text, kind)
      return text == number.text ? .number(number) : .string(text)
    }
    // A number is a secret as a whole, or not at all.
    return isKnown(number.text) ? .string(self(number.text)) : .number(number)
  }

  private func masked(_ text: String, _ kind: SecretKind?, _ depth: Int) -> String {
    if let kind, Self.isMasked(text, kind) { return replacement(text, kind) }
    if let inner = Self.inner(text) {
      let masked = masked(inner, nil, depth + 1)
      if masked != inner { return masked.text() }
    }
    return self(text)
  }

  /// JSON within a text, as ActionCable's messages are.
  private static func inner(_ text: String) -> JSON? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    return try? JSON(parsing: text, limits: JSONLimits(depth: depth / 2))
  }

  /// Whether a list spells a secret, character by character.
  private func isSpelt(_ elements: [JSON]) -> Bool {
    guard elements.count >= Self.shortest, elements.allSatisfy({ $0.string?.count == 1 }) else { return false }
    return hasSecret(elements.compactMap(\.string).joined())
  }

  /// What the name of a member says; within an object that is a secret all is one, but what says how and how long it counts.
  package func kind(ofMember name: String, in outer: SecretKind?) -> SecretKind? {
    if let kind = SecretKind(ofMember: name, changing) { return kind }
    guard var outer else { return nil }
    let plain = name.lowercased()
    if plain.hasSuffix("type") || plain.hasSuffix("at") || plain.hasPrefix("expir") || plain == "scope" { return nil }
    outer.isNested = true
    return outer
  }
}
