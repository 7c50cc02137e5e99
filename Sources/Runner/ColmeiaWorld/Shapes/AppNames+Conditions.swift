import ColmeiaJSON
import ColmeiaScenario

extension AppNames {
  /// Returns a diagnostic if the condition can't be evaluated, or if it compares with a value that the query never has.
  package func check(_ condition: Condition) -> Diagnostic? {
    var (whole, isSure) = shape(of: condition.query, isDeep: condition.isDeep)
    // Of what isn't sure, only the cases of enums are known.
    if !isSure { return impossibleCase(condition, whole) }
    // Whether a case has a payload is known only from the deeper shapes.
    if case .choice = whole.unwrapped, condition.text != nil { whole = shape(of: condition.query, isDeep: true).shape }
    switch whole.filtered(by: condition.filters, condition.range) {
    case .failure(let mistake): return mistake
    case .success(let shape):
      if shape.kinds == .all { return nil }
      let (predicate, values) = (condition.predicate.predicate, condition.predicate.values)
      if values.isEmpty { return mistake(predicate, shape, condition) }
      return values.lazy.filter(\.variables.isEmpty).compactMap { mistake(predicate, $0, shape, condition) }.first
    }
  }

  /// Returns a diagnostic if the filters can't be applied to the result of the query.
  package func check(_ query: Query, _ filters: [FilterCall], _ range: Range<Int>) -> Diagnostic? {
    if filters.isEmpty { return nil }
    let (shape, isSure) = shape(of: query, isDeep: true)
    if isSure, case .failure(let mistake) = shape.filtered(by: filters, range) { return mistake }
    return nil
  }

  /// Returns a diagnostic if the condition compares an enum with a case that it doesn't have.
  private func impossibleCase(_ condition: Condition, _ shape: Shape) -> Diagnostic? {
    guard condition.filters.isEmpty, let literal = condition.predicate.values.first, literal.variables.isEmpty,
      let known = KnownNames(shape.unwrapped)
    else { return nil }
    let wanted: [JSON]
    switch condition.predicate.predicate.check {
    case .equal: wanted = [literal.template]
    case .listed: wanted = literal.template.array ?? []
    case .kinds, .including, .ordered, .containing: return nil
    }
    let names = wanted.compactMap { $0.string ?? $0.object.flatMap { $0.count == 1 ? $0.keys.first : nil } }
    return names.first { !known.has($0) }.map {
      Diagnostic(literal.range, "this value is never \"\($0)\"", hint: known.hint(for: $0))
    }
  }

  /// Returns the shape of the results of a query, and whether every result has it.
  private func shape(of query: Query, isDeep: Bool) -> (shape: Shape, isSure: Bool) {
    switch query {
    case .state(let path):
      let found = resolve(path, in: shapes.state(at: path, isDeep: isDeep))
      return (found.shape ?? .any, found.isSure)
    case .screen(let path):
      let found = resolve(path, in: shapes.screen(at: path, isDeep: isDeep))
      return (found.shape ?? .any, found.isSure)
    case .answer(.status), .http(_, .status), .clock: return (.number, true)
    case .answer(.header), .answer(.text), .answer(.query), .answer(.error), .http(_, .header), .http(_, .text),
      .http(_, .query), .http(_, .error):
      return (.text(""), true)
    case .answer(.headers), .http(_, .headers): return (.list(.text("")), true)
    case .http(_, nil): return (.list(.any), true)
    case .effects, .actions: return (.list(.text("")), true)
    case .answer(.body), .http(_, .body), .fact, .variable: return (.any, true)
    }
  }

  /// Returns a diagnostic if no value of the shape has the property.
  private func mistake(_ property: ValuePredicate, _ shape: Shape, _ condition: Condition) -> Diagnostic? {
    guard !condition.isNegated, case .kinds(let kinds) = property.check, shape.kinds.isDisjoint(with: kinds) else {
      return nil
    }
    return Diagnostic(
      condition.range, "this value is \(shape.kinds.description)", hint: "'\(property.name)' never holds for it")
  }

  /// Returns a diagnostic if a literal can't be before or after a value of the shape.
  private func order(_ literal: Literal, _ shape: Shape) -> Diagnostic? {
    let kind = ValueKinds(of: literal.template)
    if kind.isSubset(of: [.number, .string]), shape.kinds.contains(kind) { return nil }
    return Diagnostic(
      literal.range, "\(shape.kinds.description) and \(kind.description) cannot be ordered",
      hint: "only two numbers or two strings can")
  }

  /// Returns a diagnostic if the predicate can't compare a value of the shape with the literal, or never holds for it.
  private func mistake(
    _ predicate: ValuePredicate, _ literal: Literal, _ shape: Shape, _ condition: Condition
  ) -> Diagnostic? {
    let value = literal.template
    func needs(_ kinds: ValueKinds) -> Diagnostic? {
      if !shape.kinds.isDisjoint(with: kinds) { return nil }
      return Diagnostic(
        literal.range,
        "'\(predicate.name)' needs \(kinds.description), but the value is \(shape.kinds.description)")
    }
    switch predicate.check {
    case .kinds(let kinds): return needs(kinds)
    case .ordered: return order(literal, shape)
    case .equal, .including:
      return shape.mismatch(with: value).map { condition.diagnostic($0, value, shape, literal.range) }
    case .listed:
      return value.array?.lazy.compactMap { shape.mismatch(with: $0) }.first.map {
        Diagnostic(literal.range, $0.message, hint: $0.hint)
      }
    case .containing:
      if let mistake = needs([.string, .list, .object]) { return mistake }
      switch shape.unwrapped {
      case .list(let element):
        return element.mismatch(with: value).map {
          let subject = $0.message.replacing("this value", with: "an element", maxReplacements: 1)
          return Diagnostic(literal.range, subject, hint: $0.hint)
        }
      case .text, .names:
        return value.string != nil
          ? nil : Diagnostic(literal.range, "a string doesn't contain \(ValueKinds(of: value).description)")
      default: return nil
      }
    }
  }
}

extension Condition {
  /// The string with which the result is compared, or `nil` if it is compared with something else.
  fileprivate var text: String? {
    predicate.values.count == 1 ? predicate.values[0].template.string : nil
  }

  /// Whether the shapes of the value's members matter.
  fileprivate var isDeep: Bool {
    if !filters.isEmpty { return true }
    return predicate.values.contains { $0.template.array != nil || $0.template.object != nil }
  }

  fileprivate func diagnostic(
    _ mismatch: Shape.Mismatch, _ value: JSON, _ shape: Shape, _ range: Range<Int>
  ) -> Diagnostic {
    var hint = mismatch.hint
    if !shape.kinds.contains(ValueKinds(of: value)) {
      if value == .null { hint = "'exists', 'present' and 'absent' test whether there is a value" }
      if case .number = value, !shape.kinds.isDisjoint(with: [.list, .object]) {
        hint = "for the number of elements: count == \(value)"
      }
    }
    return Diagnostic(range, mismatch.message, hint: hint)
  }
}

extension Shape {
  /// Returns the shape of the values that result from applying the filters, or a diagnostic if that's impossible.
  ///
  /// - Parameter range: The range of the query in the text.
  fileprivate func filtered(by filters: [FilterCall], _ range: Range<Int>) -> Result<Shape, Diagnostic> {
    var shape = self
    for filter in filters.map(\.filter) {
      let needed = filter.input
      if shape.kinds.isDisjoint(with: needed) {
        return .failure(
          Diagnostic(range, "'\(filter.name)' needs \(needed.description), but the value is \(shape.kinds.description)")
        )
      }
      shape = filter.result.shape(of: shape.unwrapped)
    }
    return .success(shape)
  }
}

extension Filter.Result {
  /// Returns the shape of the results for values of a shape.
  fileprivate func shape(of value: Shape) -> Shape {
    switch self {
    case .same: value
    case .element: if case .list(let element) = value { element } else { .any }
    case .members: if case .map(let member) = value { .list(member) } else { .list(.any) }
    case .strings: .list(.text(""))
    case .string: .text("")
    case .integer: .integer()
    case .number: .number
    }
  }
}
