import Colmeia
import ColmeiaBase
import ColmeiaFrontEnds
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaWorld

extension ScenarioRun {
  /// Defines the variables of the command line and of the scenario's head.
  func defineVariables(origin: String?) throws {
    try progress.withLock { progress in
      try progress.variables.set("seed", .number(JSONNumber(scenario.seed)))
      try progress.variables.set("origin", origin.map(JSON.string) ?? .null)
      for (name, origin) in given.origins.unread { try progress.variables.set(name, .string(origin)) }
      for (name, value) in given.variables.unread {
        try progress.variables.set(name, value)
        if given.secrets.contains(name) { try hide(value, name) }
      }
      for definition in scenario.variables {
        if let value = given.variables.unread[definition.name] {
          if definition.isSecret { try hide(value, definition.name) }
          continue
        }
        let value: JSON
        switch definition.source {
        case .literal(let literal): value = try progress.variables.resolved(literal)
        case .environment(let name):
          guard let text = ProcessEnvironment[name] else {
            throw StatementFailure(
              outcome: .broken, message: "the environment variable '\(name)' is not set", range: definition.range)
          }
          value = .string(text)
        }
        try progress.variables.set(definition.name, value)
        if definition.isSecret { try hide(value, definition.name) }
      }
    }
  }

  /// Masks the value of a variable and its parts in all output and recordings.
  private func hide(_ value: JSON, _ name: String) throws {
    if hide(value) { return }
    throw StatementFailure(outcome: .broken, message: VariableDefinition.unhidable(name))
  }

  @discardableResult func hide(_ value: JSON) -> Bool {
    network.tape.recording?.hide(value)
    return masker.update { $0.hide(value) }
  }

  func capture(
    _ name: String, _ isSecret: Bool, _ query: Query, _ filters: [FilterCall], _ session: Session
  ) async throws {
    let query = try query.resolved(progress.withLock { $0.variables })
    let answer = await answer(query, session)
    let masker = masker.current
    let masked = answer.map { masker($0) }
    let value: JSON?
    do throws(EvaluationFailure) { value = try filters.apply(to: answer) } catch {
      // A filter's error message quotes its input.
      throw StatementFailure(message: masked == answer ? error.message : "a filter cannot be applied to a masked value")
    }
    guard let value else {
      throw StatementFailure(
        message: problem(with: query, session) ?? "there is nothing to capture", details: missingLines(query, session))
    }
    if isSecret { try hide(value, name) }
    // The result of applying filters to a secret is also a secret.
    if masked != answer, !filters.isEmpty, !filters.contains(where: \.filter.isCount) {
      let shown = (try? filters.apply(to: masked)) ?? .null
      for text in SecureText.texts(in: value).subtracting(SecureText.texts(in: shown)).sorted() {
        self.masker.update { $0.hide(text) }
      }
    }
    try progress.withLock { try $0.variables.set(name, value) }
  }

  /// - Parameter isShown: Whether the reason for a failure is displayed.
  func verdict(_ condition: Condition, _ session: Session, isShown: Bool = true) async -> Verdict {
    let query: Query
    do throws(EvaluationFailure) { query = try condition.query.resolved(progress.withLock { $0.variables }) } catch {
      return .invalid([error.message])
    }
    let answer = await answer(query, session)
    if answer == nil, let problem = problem(with: query, session) { return .invalid([problem]) }
    return verdict(condition, answer, isShown: isShown)
  }

  func verdict(_ condition: Condition, _ answer: JSON?, isShown: Bool = true) -> Verdict {
    let variables = progress.withLock { $0.variables }
    return condition.evaluate(
      answer, variables, name: condition.query.name,
      masker: isShown || network.isReplaying ? masker.current : nil, isReplay: network.isReplaying)
  }

  /// Returns a line about what there is instead of what a query is about, if that is missing.
  func missingLines(_ query: Query, _ session: Session) -> [String] {
    let line: String?
    let masker = masker.current
    switch (try? query.resolved(progress.withLock { $0.variables })) ?? query {
    case .state(let path):
      line = path.missingPart { session.queriedState.value(at: $0, in: session.store.state).map { masker($0) } }
    case .screen(let path):
      let screen = session.device.screen(session.store.state, given.language)
      line = screen.flatMap { screen in
        path.missingPart { session.queriedScreen.value(at: $0, in: screen).map { masker($0) } }
      }
    case .answer(.body(let path)):
      let response = progress.withLock { $0.answer }
      line = response.flatMap { response in path.missingPart { response.json(.body($0)).map { masker($0) } } }
    case .answer(let part):
      guard let response = progress.withLock({ $0.answer }) else { return [] }
      return [Self.refusal(response, masker), response.headers.otherNames(part)].compactMap(\.self)
    case .http(let pattern, let part):
      if part == nil { return network.requestLines(pattern, device(of: session), masker) }
      let request = network.lastRequest(pattern, device(of: session))
      line =
        request.map { request in part.flatMap { request.headers.otherNames($0) } }
        ?? network.otherRequests(pattern, device(of: session))
    default: line = nil
    }
    return line.map { [$0] } ?? []
  }

  /// Returns a line with the body of an error response. It usually says what is wrong. The body of any other
  /// response isn't shown, because it may contain secrets that the scenario is about to capture.
  private static func refusal(_ response: HTTPResponse, _ masker: Masker) -> String? {
    guard response.status >= 400, !response.body.isEmpty else { return nil }
    guard response.body.count <= 64 << 10, let text = String(validating: response.body, as: UTF8.self) else {
      return "the answer's body has \(response.body.count) bytes"
    }
    return "the answer's body: \(((try? JSON(parsing: text)).map { masker($0) } ?? .string(masker(text))).short)"
  }

  /// The device whose requests a store's conditions are about, or `nil` for all.
  private func device(of session: Session) -> String? { scenario.stores.isEmpty ? nil : session.name }

  /// Returns the reason why a query has no result, unless the result is that something isn't there: there was no request
  /// at all, a body isn't what is asked for, the state or the screen can't be encoded, or the app didn't answer in time.
  private func problem(with query: Query, _ session: Session) -> String? {
    switch query {
    case .answer(let part):
      if let answer = progress.withLock({ $0.answer }) {
        part.problem(in: answer.body, name: "the answer's body")
      } else {
        "no 'request' came before"
      }
    case .http(let pattern, let part?):
      if let request = network.lastRequest(pattern, device(of: session)) {
        part.problem(in: request.body, name: "the body of the request")
      } else {
        "no request matches \"\(pattern)\""
      }
    case .fact(let name): "\(name) was not answered within \(PendingWork.seconds(scenario.timeout))"
    case .state: session.queriedState.problem
    case .screen: session.queriedScreen.problem
    default: nil
    }
  }

  /// Returns the current result of a query.
  func answer(_ query: Query, _ session: Session) async -> JSON? {
    switch query {
    case .state(let path): return session.queriedState.value(at: path, in: session.store.state)
    case .screen(let path):
      let screen = session.device.screen(session.store.state, given.language)
      return screen.flatMap { session.queriedScreen.value(at: path, in: $0) }
    case .answer(let part): return progress.withLock { $0.answer }.flatMap { $0.json(part) }
    case .http(let pattern, let part): return network.json(pattern, part, device(of: session))
    case .effects(let name, let phase): return .array(session.effects(name, phase).map(JSON.string))
    case .actions(let name): return .array(session.actions(name).map(JSON.string))
    case .clock: return JSONNumber(time.now.offset.inSeconds).map(JSON.number)
    case .variable(let name): return progress.withLock { $0.variables[name] }
    case .fact(let name):
      let fact = session.device.fact
      return await time.flowing {
        (try? await Bounded(interruption).run(within: scenario.timeout) { await fact(name) ?? .null }) ?? nil
      }
    }
  }

  /// Checks the invariants that query only the state. Called after each action, on the thread that reduces.
  func check(_ state: borrowing App.Root.State, _ queried: QueriedParts, after action: String?) {
    let invariants = scenario.invariants.enumerated().filter { $0.element.readsOnlyState }
    if invariants.isEmpty { return }
    let state = copy state
    let variables = progress.withLock { $0.variables }
    for (index, invariant) in invariants {
      func holds(_ condition: Condition) -> Verdict {
        guard case .state(let written) = condition.query else { return .holds }
        let path: QueryPath
        do throws(EvaluationFailure) { path = try variables.resolved(written) } catch {
          return .invalid([error.message])
        }
        let value = queried.value(at: path, in: state)
        if let problem = queried.problem { return .invalid([problem]) }
        return verdict(condition, value)
      }
      let premise = invariant.premise.map(holds) ?? .holds
      if case .fails = premise { continue }
      noteChecked(index)
      report(premise.holds ? holds(invariant.condition) : premise, index, after: action) {
        queried.value(at: $0, in: state) == nil
      }
    }
  }

  /// Checks the other invariants. Called after each statement; does nothing while work is pending.
  func checkInvariantsAtRest(_ session: Session) async throws {
    guard scenario.invariants.contains(where: { !$0.readsOnlyState }), !hasPending(ignoringTimers: true) else {
      return
    }
    for name in stores {
      let session = try self.session(name)
      for (index, invariant) in scenario.invariants.enumerated() where !invariant.readsOnlyState {
        var result = Verdict.holds
        if let premise = invariant.premise { result = await verdict(premise, session) }
        if case .fails = result { continue }
        noteChecked(index)
        if result.holds { result = await verdict(invariant.condition, session) }
        report(result, index, after: session.history.actions.last?.text) {
          session.queriedState.value(at: $0, in: session.store.state) == nil
        }
      }
    }
  }

  private func noteChecked(_ index: Int) { progress.withLock { _ = $0.checked.insert(index) } }

  /// - Parameter isMissing: Whether the state has nothing at a path.
  private func report(_ verdict: Verdict, _ index: Int, after action: String?, _ isMissing: (QueryPath) -> Bool) {
    guard var lines = verdict.reasons else { return }
    let isFirst = progress.withLock { $0.violated.insert(index).inserted }
    guard isFirst else { return }
    let invariant = scenario.invariants[index]
    if case .state(let path) = invariant.condition.query, invariant.premise == nil,
      !invariant.condition.isTestOfExistence, isMissing(path)
    {
      let condition = source.text(invariant.condition.range)
      lines.append("to check it only where it exists: state \(path) exists implies \(condition)")
    }
    fail(
      .violated, invariant.range, "violated: \(invariant.title)", lines + (action.map { ["after \($0)"] } ?? []))
  }
}

extension Invariant {
  var readsOnlyState: Bool {
    ([condition] + (premise.map { [$0] } ?? [])).allSatisfy { if case .state = $0.query { true } else { false } }
  }
}

extension QueryPath {
  /// Returns a sentence about the list or object in which the path ends too early, or `nil` if it doesn't.
  ///
  /// - Parameter value: Returns the value at a part of the path.
  fileprivate func missingPart(_ value: (QueryPath) -> JSON?) -> String? {
    guard value(self) == nil else { return nil }
    for (index, step) in steps.enumerated() {
      let start = QueryPath(Array(steps[..<index]))
      guard let whole = value(start) else { return nil }
      if value(QueryPath(Array(steps[...index]))) != nil { continue }
      let name = start.steps.isEmpty ? "it" : "'\(start)'"
      if index == 0, case .key(let key) = step, Filter.names.contains(key) {
        return "it has no member '\(key)'; for the filter of that name, write '$ \(key)'"
      }
      switch (step, whole) {
      case (.index, .array(let elements)):
        return "\(name) has \(elements.count) element\(elements.count == 1 ? "" : "s")"
      case (.find(let keys, let wanted), .array(let elements)):
        let known = elements.compactMap { element in keys.reduce(element) { $0?[$1] } }
        let list = known.prefix(8).map(\.short).joined(separator: ", ")
        return "in \(name), no element has \(keys.joined(separator: ".")) \(wanted)"
          + (known.isEmpty ? "" : "; there are \(list)\(known.count > 8 ? ", …" : "")")
      case (.key, .object(let object)):
        let keys = object.keys.prefix(8).joined(separator: ", ")
        return object.isEmpty ? "\(name) is empty" : "\(name) has: \(keys)\(object.count > 8 ? ", …" : "")"
      default: return "\(name) is \(whole.short)"
      }
    }
    return nil
  }
}

extension HTTPResponse {
  func json(_ part: ExchangePart) -> JSON? {
    switch part {
    case .status: .number(JSONNumber(status))
    case .body(let path): (try? JSON(parsing: body)).flatMap(path.value)
    case .text: String(validating: body, as: UTF8.self).map(JSON.string)
    case .header(let name): headers[name].map(JSON.string)
    case .headers(let name): .array(headers.values(of: name).map(JSON.string))
    case .query, .error: nil
    }
  }
}

extension ExchangePart {
  /// Returns the reason why a body isn't what this part is about, or `nil` if it is, or is empty.
  fileprivate func problem(in body: [UInt8], name: String) -> String? {
    switch self {
    case .body where !body.isEmpty:
      do throws(JSONError) { _ = try JSON(parsing: body) } catch {
        // What the error found may be a part of a secret.
        let location = error.line.flatMap { line in error.column.map { "line \(line), column \($0): " } } ?? ""
        return "\(name) isn't JSON: \(location)\(error.message); 'text' instead of 'body' is its text"
      }
    case .text where String(validating: body, as: UTF8.self) == nil:
      return "\(name) isn't text in UTF-8; it has \(body.count) bytes"
    default: break
    }
    return nil
  }
}

extension HTTPHeaders {
  /// Returns a sentence about the names of the fields if a part is a field that is missing.
  fileprivate func otherNames(_ part: ExchangePart) -> String? {
    guard case .header(let name) = part, self[name] == nil else { return nil }
    var seen: Set<String> = []
    let names = fields.map(\.name).filter { seen.insert($0.lowercased()).inserted }
    if names.isEmpty { return "it has no header fields" }
    return "it has the fields: \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
  }
}

extension ScenarioRun {
  /// Waits until the app has processed what it received. A real server responds more slowly than a recording.
  func waitBriefly() async {
    let deadline = real.now.advanced(by: .seconds(1))
    while real.now < deadline, !isInterrupted {
      let rings = bell.rings
      if await !bell.wait(after: rings, until: real.now.advanced(by: .milliseconds(5)), real) { return }
    }
  }
}
