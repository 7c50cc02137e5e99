import Colmeia
import ColmeiaJSON
import ColmeiaSecrets

/// What the types of an action say is a secret: they read it, and write it as `***`.
enum SecureText {
  /// The texts that an action was read from and does not write again, if it writes any as `***`.
  ///
  /// - Complexity: O(length).
  static func all(in json: JSON, as action: some Encodable) -> [String] {
    // An action that cannot be written shows nothing either.
    guard let written = try? JSON(encoding: action) else { return [] }
    let shown = texts(in: written)
    guard shown.contains(Masker.stars) else { return [] }
    return texts(in: json).subtracting(shown).sorted()
  }

  /// Whether an action writes a text as `***`; asked first, because most write none.
  static func mayBe(in action: some Encodable) -> Bool {
    guard let bytes = try? JSON.encode(action) else { return false }
    return bytes.contains(UInt8(ascii: "*"))
  }

  /// All texts in a value, without the names of members.
  static func texts(in json: JSON) -> Set<String> {
    var (open, texts) = ([json], Set<String>())
    while let value = open.popLast() {
      switch value {
      case .string(let text): texts.insert(text)
      case .array(let elements): open += elements
      case .object(let object): open += object.members.map(\.value)
      case .null, .bool, .number: break
      }
    }
    return texts
  }
}

extension ScenarioRun {
  /// Learns what the statements say before the first of them is told: what they type where a type says that it is secret, and
  /// what their requests send.
  func learnStatements() {
    for statement in scenario.steps.flatMap(\.statements) + scenario.cleanup {
      switch statement.kind {
      // What cannot be read yet is learned, or told as a mistake, when its turn comes.
      case .dispatch(let action): _ = try? decoded(action, learns: true)
      case .request(let request): learn(request)
      default: break
      }
    }
  }

  private func learn(_ request: RawRequest) {
    let variables = progress.withLock { $0.variables }
    let texts = ([request.target] + request.headers).compactMap { try? variables.resolved($0).string }
    let body = request.body.flatMap { try? variables.resolved($0) }
    masker.update { masker in
      for text in texts { masker.learn(text) }
      if let body { masker.learn(body) }
    }
  }
}
