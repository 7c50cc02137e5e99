import Colmeia
import ColmeiaJSON

/// The names of an app, determined from the shapes of its actions, state and screen.
struct AppNames: Sendable {
  /// The names of facts that the app provides, such as `token`.
  let facts: [String]
  let shapes: AppShapes
  private let decode: @Sendable (JSON) -> JSONError?

  init<App: RunnableApp>(_ app: App) {
    facts = app.facts
    shapes = AppShapes(app)
    decode = { json in
      do throws(JSONError) {
        _ = try json.decode(App.Root.Action.self, .strict)
        return nil
      } catch { return error }
    }
  }

  /// Returns a diagnostic if the action is invalid.
  func check(_ text: ActionText) -> Diagnostic? {
    if let mistake = names(text) { return mistake }
    // An action that contains variables can be decoded only when it is dispatched.
    guard text.variables.allSatisfy({ $0.variables.isEmpty }), let json = try? text.json(Variables()),
      let error = decode(json)
    else { return nil }
    return Diagnostic(
      text.range(of: error.path), "\(error.path.steps.isEmpty ? "" : "\(error.path): ")\(error.message)")
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
      segment.range == before.range ? "\(segment.name)(\(arguments.joined(separator: ", ")))" : segment.name
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
      hint = "one of: \(KnownNames.list(cases.map { "\(text.name).\($0.name)" }))"
    case .names(let names) where payload.count == 1:
      hint = "one of: \(KnownNames.list(names.map { "\(text.name) \"\($0)\"" }))"
    case .unlisted(_, let unlisted) where payload.count == 1: hint = "\(text.name).…; \(unlisted.advice)"
    default:
      let example = Shape.Case(name: "_", payload: payload).example?["_"]
      hint = "such as: \(text.name) \(example?.text() ?? "…")"
    }
    return Diagnostic(text.range, "'\(text.name)' needs a payload", hint: hint)
  }

  /// Returns a diagnostic if no action has this name.
  func check(action name: EventName) -> Diagnostic? { check(name, "action", shapes.action(name.cases)) }
  /// Returns a diagnostic if no effect has this name.
  func check(effect name: EventName) -> Diagnostic? { check(name, "effect", shapes.effect(name.cases)) }

  private func check(_ name: EventName, _ kind: String, _ whole: Shape) -> Diagnostic? {
    var shape = whole
    func unknown(_ hint: String) -> Diagnostic {
      Diagnostic(name.range, "no \(kind) is named '\(name.text)'", hint: hint)
    }
    for (place, one) in name.cases.enumerated() {
      if !shape.canContinueName {
        return unknown("'\(name.cases.prefix(place).joined(separator: "."))' is the whole name")
      }
      guard let known = KnownNames(shape) else { return nil }
      guard known.has(one) else {
        return unknown(known.hint(for: one, after: name.cases.prefix(place).map { $0 + "." }.joined()))
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
  func check(state path: QueryPath) -> Diagnostic? { check(path) { shapes.state(at: $0) } }
  /// Returns a diagnostic if the path into the screen is invalid.
  func check(screen path: QueryPath) -> Diagnostic? { check(path) { shapes.screen(at: $0) } }

  private func check(_ path: QueryPath, _ shape: (QueryPath) -> Shape) -> Diagnostic? {
    if let mistake = look(path, in: shape(path)).mistake { return mistake }
    // The members by which elements are found aren't on the path.
    for (place, step) in path.steps.enumerated() {
      guard case .find(let keys, let wanted) = step else { continue }
      var other = QueryPath(path.steps[..<place] + [.index(0)] + keys.map(QueryPath.Step.key))
      other.ranges = Array(path.ranges[..<place]) + Array(repeating: path.ranges[place], count: keys.count + 1)
      let found = look(other, in: shape(other))
      if let mistake = found.mistake { return mistake }
      if found.isSure, let mismatch = found.shape?.mismatch(with: wanted) {
        return Diagnostic(path.ranges[place], mismatch.message, hint: mismatch.hint)
      }
    }
    return nil
  }

  /// Returns the shape at a path as far as it is known, or a diagnostic if the path is invalid.
  ///
  /// - Returns: The shape, or `nil` if it isn't known; whether every value has it; and the mistake.
  func look(_ path: QueryPath, in whole: Shape) -> (shape: Shape?, isSure: Bool, mistake: Diagnostic?) {
    var (shape, lists, isSure) = (whole, 0, true)
    for (step, range) in zip(path.steps, path.ranges) {
      switch (shape.unwrapped, step) {
      case (.record(let fields), .key(let key)):
        guard let field = fields.first(where: { $0.name == key }) else {
          // A type may encode more than it decodes, but then it also has known keys.
          return (nil, false, fields.isEmpty ? nil : unknown(key, .listed(fields.map(\.name)), range))
        }
        (shape, isSure) = (field.shape, isSure && field.isSure)
      case (.partial(let fields), .key(let key)):
        guard let field = fields.first(where: { $0.name == key }) else { return (nil, false, nil) }
        (shape, isSure) = (field.shape, false)
      case (.choice(let cases), .key(let key)):
        guard let found = cases.first(where: { $0.name == key }) else {
          return (nil, false, unknown(key, .listed(cases.map(\.name)), range))
        }
        guard found.isWrapper, found.isWhole, let payload = found.payload else { return (nil, false, nil) }
        shape = payload[0].shape
      case (.unlisted(_, let cases), .key(let key)):
        return (nil, false, cases.has(key) ? nil : unknown(key, .unlisted(cases), range))
      case (.list(let element), .index): shape = element
      case (.list(let element), .find): shape = element
      case (.list(let element), .all):
        (shape, lists) = (element, lists + 1)
      case (.map(let value), .key): shape = value
      case (.list, .key): return (nil, false, Diagnostic(range, "this is a list", hint: "[0], [-1], [*] or [?id == 7]"))
      case (.record(let fields), _), (.partial(let fields), _):
        return (
          nil, false, Diagnostic(range, "this is an object", hint: "one of: \(KnownNames.list(fields.map(\.name)))")
        )
      case (.text, .key), (.integer, .key), (.number, .key), (.bool, .key), (.names, .key):
        return (nil, false, Diagnostic(range, "this value has no members"))
      default: return (nil, false, nil)
      }
    }
    // The result of each `[*]` is an array.
    for _ in 0..<lists { shape = .list(shape) }
    return (shape, isSure, nil)
  }

  private func unknown(_ key: String, _ known: KnownNames, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(range, "unknown name '\(key)'", hint: known.hint(for: key))
  }
}
