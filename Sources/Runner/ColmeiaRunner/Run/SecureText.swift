import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets

/// Secrets that an action's types declare: they decode the text, and encode it as `***`.
enum SecureText {
  /// Returns the strings in the JSON of an action that the action doesn't encode again, if it encodes any as `***`.
  ///
  /// - Complexity: O(length).
  static func all(in json: JSON, as action: some Encodable) -> [String] {
    // An action that can't be encoded doesn't appear in any output either.
    guard let written = try? JSON(encoding: action) else { return [] }
    let shown = texts(in: written)
    guard shown.contains(Masker.stars) else { return [] }
    return texts(in: json).subtracting(shown).sorted()
  }

  /// Returns all strings in a value, except the names of members.
  static func texts(in json: JSON) -> Set<String> {
    var (open, texts) = ([json], Set<String>())
    while let value = open.popLast() {
      if let text = value.string { texts.insert(text) }
      open += value.array ?? value.object?.members.map(\.value) ?? []
    }
    return texts
  }
}

extension ScenarioRun {
  /// Learns the secrets in all statements before any output: secret text in dispatched actions, and what requests
  /// contain.
  func learnStatements() {
    learn(scenario.steps.flatMap(\.statements) + scenario.cleanup)
  }

  private func learn(_ statements: [Statement]) {
    for statement in statements {
      switch statement.kind {
      case .call(let call): learn(call.procedure.statements)
      // A statement that can't be decoded yet is learned, or reported as a mistake, when it runs.
      case .dispatch(let action): _ = try? decoded(action, learns: true)
      case .request(let request): learn(request)
      default: break
      }
    }
  }

  private func learn(_ request: RawRequest) {
    let variables = progress.withLock { $0.variables }
    let values = request.literals.compactMap { try? variables.resolved($0) }
    let password = request.login.last.flatMap { try? variables.resolved($0) }
    masker.update { masker in
      for value in values { if let text = value.string { masker.learn(text) } else { masker.learn(value) } }
      if let password { _ = masker.hide(password) }
    }
  }
}
