/// An error at a node. It is the underlying error of a `DecodingError`, because types catch decoding errors to try
/// alternatives.
struct TapeFailure: Error {
  let reason: JSONError.Reason
  let node: Int32
}

extension TapeDocument {
  /// Returns the error to throw to a type.
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

  /// Returns the error for a value of the wrong kind.
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

  /// Returns the error for a missing key.
  func missing(_ key: String, _ type: Any.Type, _ node: Int32) -> DecodingError {
    let others = isStrict ? names(node) { !tape[$0].isAsked } : []
    return failure(.missingKey(key, nearest: NearestName.of(key, in: others)), type, node)
  }

  /// Calls `body` with each key of an object node and the node of its value.
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

  /// Returns the path to a node. A type may catch an error for each value it tries, and each contains a path.
  private func path(to node: Int32) -> JSONPath {
    let paths = paths ?? TapePaths(tape)
    self.paths = paths
    return paths.path(to: node, in: tape)
  }

  func codingPath(_ node: Int32) -> [any CodingKey] { path(to: node).codingKeys }

  /// Adds details to an error that a type has thrown.
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

  /// Explains that a type with string raw values refused one. The string may be a secret, unless the type is an enum.
  private func refusedText(_ name: String, _ type: Any.Type, _ node: Int32) -> DecodingError? {
    guard let texts = type as? any RawRepresentable<String>.Type, !texts.has(name) else { return nil }
    if let known = CaseNames.ofTexts(type) { return failure(.unknownCase(name, known: known), type, node) }
    if let text = type as? any ConstrainedText.Type {
      return failure(.mismatch(expected: text.expected, found: "another string"), type, node)
    }
    let advice = "to see here what it accepts, make it CaseIterable if it is an enum, or else a ConstrainedText"
    return failure(.invalid("\(type) doesn't accept this string; \(advice)"), type, node)
  }

  /// Explains that none of the keys is a case of the enum.
  private func undecidedCase(_ type: Any.Type, _ node: Int32) -> DecodingError {
    let known = undecided.flatMap { CaseNames.of($0.keys) } ?? []
    if let name = try? string(node) { return failure(.unknownCase(name, known: known), type, node) }
    let names = names(node)
    if names.count == 1 { return failure(.unknownCase(names[0], known: known), type, node) }
    let list = names.map { JSON.string($0).text() }.joined(separator: ", ")
    return failure(
      .invalid(names.isEmpty ? "expected an enum case here" : "expected one enum case here, not \(list)"), type, node)
  }

  /// Records the innermost node of an error without a path. The same error passes through here once for each enclosing
  /// type.
  private func noteForeign(_ error: any Error, _ node: Int32) {
    if error is JSONError { return }
    let text = "\(error)"
    if let foreign, foreign.text == text, foreign.node >= node, foreign.node < tape[node].next { return }
    foreign = (text, node)
  }

  /// Returns an error with its path and position.
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
    // The position of an unknown key is that of the key, not of its value.
    let position = if case .unknownKey = reason { node - 1 } else { node }
    return JSONError(reason, at: path(to: node)).located(at: tape.start(of: position), in: tape.bytes)
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

  /// Returns the node at a coding path. A key with a number is an index in an array, but a name in an object.
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
  /// Creates a path from a coding path.
  init(_ codingPath: [any CodingKey]) {
    self.init(codingPath.map { $0.intValue.map(Step.index) ?? .key($0.stringValue) })
  }
}

extension RawRepresentable<String> {
  fileprivate static func has(_ text: String) -> Bool { Self(rawValue: text) != nil }
}
