import Colmeia
import ColmeiaJSON
import ColmeiaScenario

/// The names of an app, determined from the shapes of its actions, state and screen.
package struct AppNames: ScenarioNames {
  /// The names of facts that the app provides, such as `token`.
  package let facts: [String]
  let shapes: AppShapes
  private let knowsScreen: Bool
  private let decode: @Sendable (JSON) -> JSONError?

  package init<App: RunnableApp>(_ app: App) {
    facts = app.facts
    shapes = AppShapes(app)
    knowsScreen = app.screenType != nil
    decode = { json in
      do throws(JSONError) {
        _ = try json.decode(App.Root.Action.self, .strict)
        return nil
      } catch { return error }
    }
  }

  /// Sentences about the parts of the state and the screen that could not be checked.
  package var notes: [String] { shapes.unchecked.map { "not checked: \($0)" } }

  /// Learns the words of a file, among which are the names of cases that an enum doesn't list.
  package func learn(_ source: SourceText) {
    let words = source.bytes.split { !Cursor.isWord($0) }.filter { $0.count <= 64 }
    shapes.learn(Set(words.map { String(decoding: $0, as: UTF8.self) }))
  }

  /// Returns a diagnostic if the action is invalid.
  package func check(_ text: ActionText) -> Diagnostic? {
    if let mistake = names(text) { return mistake }
    // An action that contains variables can be decoded only when it is dispatched.
    guard text.variables.allSatisfy({ $0.variables.isEmpty }), let json = try? text.json(Variables()),
      let error = decode(json)
    else { return nil }
    if let mistake = labels(text) { return mistake }
    return Diagnostic(
      text.range(of: error.path), "\(error.path.steps.isEmpty ? "" : "\(error.path): ")\(error.message)")
  }

  /// Reports a payload that must be an object because a value has a label, if it isn't one. The error of the decoder is
  /// about the value without a label, for which it takes the whole payload or its first element.
  private func labels(_ text: ActionText) -> Diagnostic? {
    guard let payload = text.payload, text.segments.last?.arguments.isEmpty == true else { return nil }
    let fields = self.payload(of: text) ?? []
    if fields.allSatisfy({ $0.name.hasPrefix("_") }) || !fields.contains(where: { $0.name == "_0" }) { return nil }
    let keys = payload.template.object?.keys.map(\.self) ?? []
    if keys.contains("_0") || fields.contains(where: { $0.name == keys.first }) { return nil }
    let names = fields.map { JSON.string($0.name).text() }.joined(separator: " and ")
    return Diagnostic(payload.range, "\(text.name): expected an object with \(names)")
  }

  /// Returns the payload of the last case that an action names, or `nil` if it isn't known.
  private func payload(of text: ActionText) -> [Shape.Field]? {
    var (shape, payload) = (shapes.action(text.segments.map(\.name)), [Shape.Field]?.none)
    for segment in text.segments {
      payload = shape.unwrapped.known(segment.name)?.payload
      shape = payload?.last?.shape ?? .any
    }
    return payload
  }

  /// Checks the cases that the segments name.
  private func names(_ text: ActionText) -> Diagnostic? {
    var shape = shapes.action(text.segments.map(\.name))
    for segment in text.segments {
      guard let known = KnownNames(shape.unwrapped) else { return nil }
      guard known.has(segment.name) else {
        return Diagnostic(
          segment.range, "unknown action '\(segment.name)'", hint: known.hint(for: segment.name))
      }
      guard let payload = shape.unwrapped.known(segment.name)?.payload else { return nil }
      shape = payload.last?.shape ?? .any
      if segment.range == text.segments.last?.range, text.payload == nil, segment.arguments.isEmpty, !payload.isEmpty {
        return missing(payload, text)
      }
      if segment.range != text.segments.last?.range, segment.arguments.isEmpty, payload.count > 1 {
        return missing(payload, before: segment, text)
      }
    }
    return nil
  }

  /// Reports that a case needs other payloads than the case after it.
  private func missing(_ payload: [Shape.Field], before: ActionText.Segment, _ text: ActionText) -> Diagnostic {
    let arguments = payload.dropLast().map { field in
      (field.name.hasPrefix("_") ? "" : "\(field.name): ") + (field.shape.example?.text() ?? "…")
    }
    let names = text.segments.map { segment in
      segment.range == before.range ? "\(segment.name)(\(arguments.joined(separator: ", ")))" : segment.written
    }
    return Diagnostic(
      before.range, "'\(before.name)' needs a payload before the next case",
      hint: "such as: \(names.joined(separator: "."))")
  }

  private func missing(_ payload: [Shape.Field], _ text: ActionText) -> Diagnostic? {
    if payload.count == 1, case .optional = payload[0].shape { return nil }
    let hint: String
    switch payload[0].shape.unwrapped {
    case .choice(let cases) where payload.count == 1:
      hint = "one of: \(KnownNames.list(cases.map { "\(text.written).\($0.name)" }))"
    case .names(let names) where payload.count == 1:
      hint = "one of: \(KnownNames.list(names.map { "\(text.written) \"\($0)\"" }))"
    case .unlisted(_, let unlisted) where payload.count == 1: hint = "\(text.written).…; \(unlisted.advice)"
    default: hint = "such as: \(text.written)\(example(payload))"
    }
    return Diagnostic(text.range, "'\(text.name)' needs a payload", hint: hint)
  }

  /// Returns an example of a payload as it is written after the names of an action's cases.
  private func example(_ payload: [Shape.Field]) -> String {
    let whole = Shape.Case(name: "_", payload: payload)
    guard let json = whole.example else { return " …" }
    let isNested = payload.count > 1 && payload.last?.shape.isChoice == true
    return String(CaseText(json, leading: isNested ? [payload.count - 1, nil] : [nil]).text.dropFirst())
  }

  /// Returns a diagnostic if no action has this name.
  package func check(action name: EventName) -> Diagnostic? { check(name, "action", shapes.action(name.cases)) }
  /// Returns a diagnostic if no effect has this name.
  package func check(effect name: EventName) -> Diagnostic? { check(name, "effect", shapes.effect(name.cases)) }

  private func check(_ name: EventName, _ kind: String, _ whole: Shape) -> Diagnostic? {
    var shape = whole
    func unknown(_ hint: String) -> Diagnostic {
      Diagnostic(name.range, "no \(kind) is named '\(name.text)'", hint: hint)
    }
    for (position, one) in name.cases.enumerated() {
      if !shape.canContinueName {
        return unknown("'\(name.cases.prefix(position).joined(separator: "."))' is the whole name")
      }
      guard let known = KnownNames(shape) else { return nil }
      guard known.has(one) else {
        return unknown(known.hint(for: one, after: name.cases.prefix(position).map { $0 + "." }.joined()))
      }
      guard let found = shape.known(one), let payload = found.payload else { return nil }
      // A case without a payload ends the name, as any list does.
      shape = payload.last?.shape ?? .list(.any)
      // Further payloads may be unknown because the name of the last known one is wrong.
      if found.isOpen { guard case .unlisted = shape else { return nil } }
    }
    return nil
  }

  /// Returns a diagnostic if the path into the state is invalid.
  package func check(state path: QueryPath) -> Diagnostic? { check(path, "state") { shapes.state(at: $0) } }
  /// Returns a diagnostic if the path into the screen is invalid.
  package func check(screen path: QueryPath) -> Diagnostic? {
    if !knowsScreen, !path.steps.isEmpty {
      shapes.noteUnchecked("paths into the screen; name its type in the app's 'screenType'")
    }
    return check(path, "screen") { shapes.screen(at: $0) }
  }

  private func check(_ path: QueryPath, _ query: String, _ shape: (QueryPath) -> Shape) -> Diagnostic? {
    let found = resolve(path, in: shape(path))
    if let mistake = found.mistake { return mistake }
    if let part = found.unknown, let type = found.hider ?? shapes.unlisted.first {
      shapes.noteUnchecked("\(query) \(part); \(type.advice)")
    }
    // The members by which elements are found aren't on the path.
    for (position, step) in path.steps.enumerated() {
      guard case .find(let keys, let wanted) = step else { continue }
      var other = QueryPath(path.steps[..<position] + [.index(0)] + keys.map(QueryPath.Step.key))
      other.ranges = Array(path.ranges[..<position]) + Array(repeating: path.ranges[position], count: keys.count + 1)
      let found = resolve(other, in: shape(other))
      if let mistake = found.mistake { return mistake }
      let isKnown = Literal(template: wanted, range: 0..<0).variables.isEmpty
      if found.isSure, isKnown, let mismatch = found.shape?.mismatch(with: wanted) {
        return Diagnostic(path.ranges[position], mismatch.message, hint: mismatch.hint)
      }
    }
    return nil
  }

  /// What is known at a path.
  struct Found {
    /// The shape, or `nil` if it isn't known.
    var shape: Shape?
    /// Whether every value has the shape.
    var isSure = false
    /// The mistake in the path.
    var mistake: Diagnostic?
    /// The part of the path from which on nothing is known because an enum doesn't list its cases.
    var unknown: String?
    /// That enum, if it is on the path.
    var hider: UnlistedCases?
  }

  /// Returns the shape at a path as far as it is known, or a diagnostic if the path is invalid.
  func resolve(_ path: QueryPath, in whole: Shape) -> Found {
    var (shape, lists, isSure) = (whole, 0, true)
    for (position, (step, range)) in zip(path.steps, path.ranges).enumerated() {
      switch (shape.unwrapped, step) {
      case (.record(let fields), .key(let key)):
        guard let field = fields.first(where: { $0.name == key }) else {
          // A type may encode more than it decodes, but then it also has known keys.
          return Found(mistake: fields.isEmpty ? nil : unknown(key, .listed(fields.map(\.name)), range))
        }
        (shape, isSure) = (field.shape, isSure && field.isSure)
      case (.partial(let fields), .key(let key)):
        guard let field = fields.first(where: { $0.name == key }) else {
          return Found(unknown: "\(QueryPath(Array(path.steps[...position])))")
        }
        (shape, isSure) = (field.shape, false)
      case (.choice, .key(let key)), (.unlisted, .key(let key)):
        guard let known = KnownNames(shape.unwrapped), known.has(key) else {
          return Found(mistake: KnownNames(shape.unwrapped).map { unknown(key, $0, range) })
        }
        guard let found = shape.unwrapped.known(key), found.isWrapper, found.isWhole, let payload = found.payload else {
          guard case .unlisted(_, let cases) = shape.unwrapped, position < path.steps.count - 1 else { return Found() }
          return Found(unknown: "\(QueryPath(Array(path.steps[...position]))).*", hider: cases)
        }
        shape = payload[0].shape
      case (.list(let element), .index): shape = element
      case (.list(let element), .find): shape = element
      case (.list(let element), .all):
        (shape, lists) = (element, lists + 1)
      case (.map(let value), .key): shape = value
      case (.list, .key(let name)):
        let isFilter = Filter.names.contains(name)
        let hint = isFilter ? "write a space before '\(name)'" : "[0], [-1], [*] or [?id == 7]"
        return Found(mistake: Diagnostic(range, "this is a list", hint: hint))
      case (.record(let fields), _), (.partial(let fields), _):
        return Found(
          mistake: Diagnostic(range, "this is an object", hint: "one of: \(KnownNames.list(fields.map(\.name)))"))
      case (.text, .key), (.integer, .key), (.number, .key), (.bool, .key), (.names, .key):
        return Found(mistake: Diagnostic(range, "this value has no members"))
      default: return Found()
      }
    }
    // The result of each `[*]` is an array.
    for _ in 0..<lists { shape = .list(shape) }
    return Found(shape: shape, isSure: isSure)
  }

  private func unknown(_ key: String, _ known: KnownNames, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(range, "unknown name '\(key)'", hint: known.hint(for: key))
  }
}
