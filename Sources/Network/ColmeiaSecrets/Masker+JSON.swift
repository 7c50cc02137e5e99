import ColmeiaHTTP
import ColmeiaJSON

extension Masker {
  /// The maximum depth at which members of JSON are examined. Anything deeper is masked as text.
  static let depth = 128

  /// Learns the secrets that the names in JSON identify, including JSON within strings.
  public mutating func learn(_ json: JSON) { learn(json, nil, 0) }

  /// Masks all strings and numbers of a JSON value everywhere from now on.
  ///
  /// - Parameters:
  ///   - json: The value.
  ///   - kind: The kind of secret, which names the placeholders.
  /// - Returns: `false` if none of them can be masked everywhere.
  public mutating func hide(_ json: JSON, as kind: SecretKind = .secret) -> Bool {
    var isAny = false
    for text in Self.texts(of: json) { isAny = hide(text, as: kind) || isAny }
    return isAny
  }

  /// Whether ``hide(_:as:)`` would succeed if the masker knew no other secrets.
  package func canHide(_ json: JSON) -> Bool { Self.texts(of: json).contains(where: canHide) }

  /// Returns the text of a value, and of the strings and numbers in it.
  private static func texts(of json: JSON) -> [String] {
    var (open, texts) = ([json], json.string == nil ? [json.text()] : [])
    while let value = open.popLast() {
      switch value {
      case .string(let text): texts.append(text)
      case .number(let number): texts.append(number.text)
      case .array(let elements): open += elements.reversed()
      case .object(let object): open += object.members.reversed().map(\.value)
      case .null, .bool: break
      }
    }
    return texts
  }

  /// - Parameter kind: The kind of secret that an enclosing member's name gives to the whole value.
  private mutating func learn(_ json: JSON, _ kind: SecretKind?, _ depth: Int) {
    if depth > Self.depth {
      guard let kind else { return learn(json.text()) }
      return Self.texts(of: json).forEach { remember($0, kind) }
    }
    switch json {
    case .null, .bool: break
    case .number(let number):
      if let kind, !kind.isNested {
        remember(number.text, SecretKind(kind.name, isLocal: true, needsDigits: kind.needsDigits))
      }
    case .string(let text):
      if let kind { return remember(text, kind) }
      if let inner = Self.inner(text) { return learn(inner, nil, depth + 1) }
      learn(text)
    case .array(let elements): for element in elements { learn(element, kind?.ofParts, depth + 1) }
    case .object(let object):
      let paired = Self.paired(in: object)
      for (name, value) in object { learn(value, self.kind(ofMember: name, in: kind, paired), depth + 1) }
    }
  }

  /// Returns the JSON with its secrets masked.
  ///
  /// - Complexity: O(length × log secrets).
  public func callAsFunction(_ json: JSON) -> JSON { masked(json, nil, 0) }

  /// Masks a part of a JSON value.
  ///
  /// - Parameters:
  ///   - kind: The kind of secret that enclosing names give to the whole part; see ``kind(ofMember:in:)``.
  ///   - depth: The number of levels above the part.
  package func masked(_ json: JSON, _ kind: SecretKind?, _ depth: Int) -> JSON {
    if depth > Self.depth { return .string(kind == nil ? masked(json.text(), hasNames: readsTexts) : Self.stars) }
    switch json {
    case .null, .bool: return json
    case .number(let number): return masked(number, kind)
    case .string(let text): return .string(masked(text, kind, depth))
    case .array(let elements):
      if spellsSecret(elements) { return [.string(Self.stars)] }
      return .array(elements.map { masked($0, kind?.ofParts, depth + 1) })
    case .object(let object):
      var (result, numbers): (JSONObject, [String: Int]) = (JSONObject(), [:])
      let paired = Self.paired(in: object)
      for (name, value) in object {
        let masked = masked(name: name)
        var unique = masked
        // Masked names may be equal. Each number is tried once.
        while result[unique] != nil {
          numbers[masked, default: 1] += 1
          unique = "\(masked) \(numbers[masked, default: 1])"
        }
        result[unique] = self.masked(value, self.kind(ofMember: name, in: kind, paired), depth + 1)
      }
      return .object(result)
    }
  }

  private func masked(_ number: JSONNumber, _ kind: SecretKind?) -> JSON {
    if let kind, !kind.isNested {
      let text = replacement(number.text, kind)
      return text == number.text ? .number(number) : .string(text)
    }
    // A number is a secret as a whole or not at all.
    return isKnown(number.text) ? .string(self(number.text)) : .number(number)
  }

  private func masked(_ text: String, _ kind: SecretKind?, _ depth: Int) -> String {
    if let kind, Self.isMasked(text, kind) { return replacement(text, kind) }
    if !readsTexts { return masked(text, hasNames: false) }
    if let inner = Self.inner(text) {
      let masked = masked(inner, nil, depth + 1)
      if masked != inner { return masked.text() }
    }
    return self(text)
  }

  /// Parses JSON that is contained in a string, as in the messages of ActionCable.
  private static func inner(_ text: String) -> JSON? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    return try? JSON(parsing: text, limits: JSONLimits(depth: depth / 2))
  }

  /// Whether the elements spell a secret, one character each.
  private func spellsSecret(_ elements: [JSON]) -> Bool {
    guard elements.count >= Self.shortest, elements.allSatisfy({ $0.string?.count == 1 }) else { return false }
    return hasSecret(elements.compactMap(\.string).joined(), hasNames: readsTexts)
  }

  /// Returns the name of a member with the secrets in it masked.
  package func masked(name: String) -> String { masked(name, hasNames: readsTexts) }

  /// Returns the kind of the value in a pair such as `{"name": "password", "value": "x"}`, or in an operation of a patch.
  private static func paired(in object: JSONObject) -> SecretKind? {
    guard object.contains(where: { SecretPair.values.contains($0.key) }) else { return nil }
    for member in object where SecretPair.names.contains(member.key) {
      if let kind = member.value.string.flatMap(SecretPair.kind) { return kind }
    }
    return nil
  }

  private func kind(ofMember name: String, in outer: SecretKind?, _ paired: SecretKind?) -> SecretKind? {
    if let paired, SecretPair.values.contains(name) { return paired }
    return kind(ofMember: name, in: outer)
  }

  /// Returns the kind of secret of a member. Within a secret object, all members are secrets except those that describe
  /// its type, scope or lifetime.
  package func kind(ofMember name: String, in outer: SecretKind?) -> SecretKind? {
    if let kind = SecretKind(ofMember: name, changing) { return kind }
    guard var outer = outer?.ofParts else { return nil }
    let plain = name.lowercased()
    if ["type", "at", "iat", "scope"].contains(plain) || plain.hasPrefix("expir") { return nil }
    if ["Type", "_type", "-type", "At", "_at", "-at"].contains(where: name.hasSuffix) { return nil }
    outer.isNested = true
    return outer
  }
}

extension SecretKind {
  /// The kind that the parts of an object or array have whose name identifies this kind.
  fileprivate var ofParts: SecretKind? { isText ? nil : self }
}
