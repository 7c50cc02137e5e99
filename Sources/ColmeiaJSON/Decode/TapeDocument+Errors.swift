/// What is wrong at a node, and what the library says of it. It travels within a `DecodingError`, because types catch
/// those to try something else.
struct TapeFailure: Error {
  let reason: JSONError.Reason
  let node: Int32
}

extension TapeDocument {
  /// The error that a type is told.
  func failure(_ reason: JSONError.Reason, _ type: Any.Type, _ node: Int32) -> DecodingError {
    let failure = TapeFailure(reason: reason, node: node)
    let context = DecodingError.Context(
      codingPath: codingPath(node), debugDescription: JSONError(reason).message, underlyingError: failure)
    return switch reason {
    case .missingKey(let key, _): .keyNotFound(PathKey(stringValue: key), context)
    case .mismatch where isNull(node): .valueNotFound(type, context)
    case .mismatch: .typeMismatch(type, context)
    default: .dataCorrupted(context)
    }
  }

  /// The error that another kind of value is needed.
  func mismatch(_ type: Any.Type, _ expected: String, _ node: Int32) -> DecodingError {
    let found =
      switch tape[node].kind {
      case .null: "null"
      case .yes, .no: "true or false"
      case .number: "a number"
      case .string, .escapedString: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    return failure(.mismatch(expected: expected, found: found), type, node)
  }

  /// The error that an object lacks a key.
  func missing(_ key: String, _ type: Any.Type, _ node: Int32) -> DecodingError {
    let others = isStrict ? names(node) { !tape[$0].isAsked } : []
    return failure(.missingKey(key, nearest: NearestName.of(key, in: others)), type, node)
  }

  /// Calls `body` with each key of an object node, and the node of its value.
  @inline(__always) func forEachMember(_ node: Int32, _ body: (String, Int32) -> Void) {
    guard tape[node].kind == .object else { return }
    var key = node + 1
    while key < tape[node].next {
      body(tape.string(key), key + 1)
      key = tape[key + 1].next
    }
  }

  private func names(_ node: Int32, where isWanted: (Int32) -> Bool = { _ in true }) -> [String] {
    var names: [String] = []
    forEachMember(node) { name, value in if isWanted(value) { names.append(name) } }
    return names
  }

  func codingPath(_ node: Int32) -> [any CodingKey] {
    tape.path(to: node).steps.map { step -> any CodingKey in
      switch step {
      case .key(let key): PathKey(stringValue: key)
      case .index(let index): PathKey(intValue: index)
      }
    }
  }

  /// What a type has thrown, with what the library knows better.
  func explained(_ error: any Error, _ type: Any.Type, _ node: Int32) -> any Error {
    guard let known = error as? DecodingError else {
      noteForeign(error, node)
      return error
    }
    switch known {
    case .typeMismatch(_, let context) where context.underlyingError == nil && undecided?.node == node:
      return context.debugDescription.hasPrefix("Invalid number of keys") ? undecidedCase(type, node) : error
    case .dataCorrupted(let context) where context.underlyingError == nil:
      guard context.debugDescription.hasPrefix("Cannot initialize"), let name = try? string(node) else { return error }
      return refusedText(name, type, node) ?? error
    default: return error
    }
  }

  /// An enum that is written as text has refused one.
  private func refusedText(_ name: String, _ type: Any.Type, _ node: Int32) -> DecodingError? {
    guard let texts = type as? any RawRepresentable<String>.Type, !texts.has(name) else { return nil }
    refused = (node, texts.has)
    return failure(.unknownCase(name, known: CaseNames.ofTexts(type) ?? []), type, node)
  }

  /// An enum has asked for all keys and has not found one of its own.
  private func undecidedCase(_ type: Any.Type, _ node: Int32) -> DecodingError {
    let keys = undecided?.keys
    let known = keys.flatMap(CaseNames.of) ?? []
    refused = keys.map { keys in (node, { keys.init(stringValue: $0) != nil }) }
    if let name = try? string(node) { return failure(.unknownCase(name, known: known), type, node) }
    let names = names(node)
    if names.count == 1 { return failure(.unknownCase(names[0], known: known), type, node) }
    let list = names.map { JSON.string($0).text() }.joined(separator: ", ")
    return failure(
      .invalid(names.isEmpty ? "a case is needed here" : "one case is needed here, not \(list)"), type, node)
  }

  /// Remembers where an error that knows nothing of paths was seen first; it passes here once for each type around it.
  private func noteForeign(_ error: any Error, _ node: Int32) {
    if error is JSONError { return }
    let text = "\(error)"
    if let foreign, foreign.text == text, foreign.node >= node, foreign.node < tape[node].next { return }
    foreign = (text, node)
  }

  /// An error with path and position.
  func located(_ error: any Error) -> JSONError {
    switch error {
    case let error as TapeFailure: return located(error.reason, error.node)
    case let error as DecodingError: return located(error)
    case let error as JSONError:
      let node = tape.node(at: error.path)
      return node.map { error.located(at: tape.start(of: $0), in: tape.bytes) } ?? error
    default: return located(.invalid("\(error)"), foreign?.node ?? 0)
    }
  }

  private func located(_ reason: JSONError.Reason, _ node: Int32) -> JSONError {
    // A key that nobody takes is what is wrong, not its value.
    let place = if case .unknownKey = reason { node - 1 } else { node }
    return JSONError(guessed(reason, node), at: tape.path(to: node)).located(at: tape.start(of: place), in: tape.bytes)
  }

  /// The reason with the name that may be meant, of an enum that does not list its cases. Looked for when the error leaves
  /// the document: types that catch one to try something else may do so for each value of it.
  private func guessed(_ reason: JSONError.Reason, _ node: Int32) -> JSONError.Reason {
    guard case .unknownCase(let name, known: []) = reason, let refused, refused.node == node,
      let meant = GuessedName.of(name, exists: refused.has)
    else { return reason }
    return .unknownCase(name, known: [meant])
  }

  private func located(_ error: DecodingError) -> JSONError {
    let (reason, context): (JSONError.Reason, DecodingError.Context) =
      switch error {
      case .typeMismatch(_, let context): (.invalid(context.debugDescription), context)
      case .valueNotFound(_, let context): (.invalid(context.debugDescription), context)
      case .keyNotFound(let key, let context): (.missingKey(key.stringValue, nearest: nil), context)
      case .dataCorrupted(let context): (.invalid(context.debugDescription), context)
      @unknown default: (.invalid("\(error)"), DecodingError.Context(codingPath: [], debugDescription: ""))
      }
    if let failure = context.underlyingError as? TapeFailure { return located(failure.reason, failure.node) }
    return node(at: context.codingPath).map { located(reason, $0) }
      ?? JSONError(reason, at: JSONPath(context.codingPath))
  }

  /// The node that Codable's way leads to. A key with a number is a place in an array, but a name in an object.
  private func node(at codingPath: [any CodingKey]) -> Int32? {
    var node: Int32 = 0
    for key in codingPath {
      let child =
        tape[node].kind == .object
        ? tape.member(key.stringValue, of: node) : key.intValue.flatMap { tape.element($0, of: node) }
      guard let child else { return nil }
      node = child
    }
    return node
  }
}

extension JSONPath {
  /// The way that Codable has gone.
  init(_ codingPath: [any CodingKey]) {
    self.init(codingPath.map { $0.intValue.map(Step.index) ?? .key($0.stringValue) })
  }
}

extension RawRepresentable<String> {
  fileprivate static func has(_ text: String) -> Bool { Self(rawValue: text) != nil }
}
