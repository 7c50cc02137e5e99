import ColmeiaJSON
import ColmeiaSecrets

/// The result of evaluating a condition.
enum Verdict: Sendable, Hashable {
  /// The condition holds.
  case holds
  /// The condition doesn't hold. Each line describes one mismatch.
  case fails([String])
  /// The condition can't be evaluated, such as `toInt` of a list. It doesn't hold, not even if it is negated. For a value
  /// that is missing or `null`, it fails instead.
  case invalid([String])

  var holds: Bool { self == .holds }

  /// The reasons why the condition doesn't hold, or `nil` if it does.
  var reasons: [String]? {
    switch self {
    case .holds: nil
    case .fails(let lines), .invalid(let lines): lines
    }
  }
}

extension Condition {
  /// Evaluates the condition on the result of its query, or on `nil` if there is none.
  ///
  /// - Parameters:
  ///   - answer: The result of the query.
  ///   - variables: The variables of the scenario.
  ///   - name: The text of the query, for messages.
  ///   - masker: Masks secrets in messages. `nil` if the messages aren't displayed.
  ///   - isReplay: Whether values are equal that differ only in masked parts. A recording doesn't contain these, not
  ///     even in which case their letters were.
  func evaluate(
    _ answer: JSON?, _ variables: Variables, name: String,
    masker: Masker? = Masker(), isReplay: Bool = false
  ) -> Verdict {
    var value = answer
    do throws(EvaluationFailure) {
      value = try filters.apply(to: answer)
      let wanted = try literals(variables)
      let lines = try mismatches(value, wanted, name)
      if lines.isEmpty != isNegated { return .holds }
      guard let masker, answer.map({ masker($0) }) != answer || wanted.contains(where: { masker($0) != $0 }) else {
        return .fails(lines.isEmpty ? ["\(name) is \(Self.short(value))"] : lines)
      }
      return masked(maskedResult(answer, value, masker), wanted.map { masker($0) }, name, isReplay)
    } catch {
      // A missing value isn't a mistake: it may arrive later.
      let verdict = value == nil || value == .null ? Verdict.fails : Verdict.invalid
      // Only the error messages of filters quote their input.
      guard let masker, let answer, masker(answer) != answer, filterMistake(answer) != nil else {
        return verdict([error.message])
      }
      return verdict([filterMistake(masker(answer)) ?? "\(name) is masked, so its filters cannot be applied"])
    }
  }

  private func filterMistake(_ answer: JSON) -> String? {
    do throws(EvaluationFailure) {
      _ = try filters.apply(to: answer)
      return nil
    } catch { return error.message }
  }

  /// Returns the verdict of a condition that doesn't hold and concerns a secret: values are masked before they are
  /// filtered, compared and shortened.
  private func masked(_ result: JSON?, _ wanted: [JSON], _ name: String, _ isReplay: Bool) -> Verdict {
    let found = "\(name) is \(Self.short(result))"
    guard !isNegated, let lines = try? mismatches(result, wanted, name) else { return .fails([found]) }
    if !lines.isEmpty { return .fails(lines) }
    return isReplay ? .holds : .fails([found + ", and differs in a masked part"])
  }

  /// Returns the result of the filters for the masked answer.
  private func maskedResult(_ answer: JSON?, _ value: JSON?, _ masker: Masker) -> JSON? {
    // The length of a secret and the number of secrets are not confidential.
    filters.contains(.length) || filters.contains(.count) ? value : filteredOrStars(answer.map { masker($0) })
  }

  private func filteredOrStars(_ masked: JSON?) -> JSON? {
    do throws(EvaluationFailure) { return try filters.apply(to: masked) } catch { return .string(Masker.stars) }
  }

  private static func short(_ value: JSON?) -> String { value.map { JSONDifference.short($0) } ?? "missing" }

  /// Returns the values with which the result is compared.
  private func literals(_ variables: Variables) throws(EvaluationFailure) -> [JSON] {
    switch predicate {
    case .property: return []
    case .between(let low, let high): return [try variables.resolved(low), try variables.resolved(high)]
    case .compare(_, let literal): return [try variables.resolved(literal)]
    }
  }

  private func mismatches(
    _ value: JSON?, _ wanted: [JSON], _ name: String
  ) throws(EvaluationFailure) -> [String] {
    if case .property(let property) = predicate, value != nil || isTestOfExistence {
      if property == .isEmpty, let value, !property.kinds.contains(ValueKinds(of: value)) {
        throw EvaluationFailure("\(name) is \(Self.short(value)); only strings, lists and objects can be empty")
      }
      return property.holds(of: value) ? [] : ["\(name) is \(Self.short(value))"]
    }
    guard let value else {
      throw EvaluationFailure("\(name) does not exist; use 'exists', 'present' or 'absent' to test for it")
    }
    switch (predicate, wanted.first, wanted.last) {
    case (.between, let low?, let high?):
      let (below, above) = (try Self.compare(value, low, name), try Self.compare(value, high, name))
      return below >= 0 && above <= 0 ? [] : ["\(name) is \(Self.short(value))"]
    case (.compare(let comparison, _), let wanted?, _): return try comparison.mismatches(value, wanted, name)
    default: return []
    }
  }

  /// Compares two numbers or two strings. Returns a negative number, zero or a positive number.
  static func compare(_ left: JSON, _ right: JSON, _ name: String) throws(EvaluationFailure) -> Int {
    switch (left, right) {
    case (.number(let left), .number(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.string(let left), .string(let right)): return left == right ? 0 : left < right ? -1 : 1
    default:
      throw EvaluationFailure("\(name): \(left.kind) and \(right.kind) cannot be ordered; only numbers and strings can")
    }
  }
}

extension Condition.Predicate.Property {
  /// The kinds of values for which the property can hold.
  var kinds: ValueKinds {
    switch self {
    case .exists, .present, .absent: .all
    case .isEmpty: [.string, .list, .object]
    case .isNull: .null
    case .isString: .string
    case .isNumber: .number
    case .isBool: .bool
    case .isList: .list
    case .isObject: .object
    }
  }

  func holds(of value: JSON?) -> Bool {
    guard let value else { return self == .absent }
    let isFalse = value == .null || value == .bool(false)
    switch self {
    case .present: return !isFalse
    case .absent: return isFalse
    case .isEmpty: return value.array?.isEmpty ?? value.object?.isEmpty ?? value.string?.isEmpty ?? false
    default: return kinds.contains(ValueKinds(of: value))
    }
  }
}

extension Condition.Predicate.Comparison {
  fileprivate func mismatches(
    _ value: JSON, _ wanted: JSON, _ name: String
  ) throws(EvaluationFailure) -> [String] {
    let found = ["\(name) is \(JSONDifference.short(value))"]
    switch self {
    case .equal: return Self.lines(JSONDifference.between(wanted, value), name)
    case .includes: return Self.lines(Self.missing(of: wanted, in: value, JSONPath()), name)
    case .notEqual: return value == wanted ? found : []
    case .less: return try Condition.compare(value, wanted, name) < 0 ? [] : found
    case .lessOrEqual: return try Condition.compare(value, wanted, name) <= 0 ? [] : found
    case .greater: return try Condition.compare(value, wanted, name) > 0 ? [] : found
    case .greaterOrEqual: return try Condition.compare(value, wanted, name) >= 0 ? [] : found
    case .contains: return try contains(value, wanted) ? [] : found
    case .startsWith: return try text(value).hasPrefix(text(wanted)) ? [] : found
    case .endsWith: return try text(value).hasSuffix(text(wanted)) ? [] : found
    case .matches: return try matches(value, wanted) ? [] : found
    case .oneOf: return wanted.array?.contains(value) == true ? [] : found
    }
  }

  private static func lines(_ differences: [JSONDifference], _ name: String) -> [String] {
    let shown = differences.prefix(40).flatMap { $0.lines(top: name) }
    return differences.count > 40 ? shown + ["and \(differences.count - 40) more differences"] : shown
  }

  /// Returns everything that `wanted` has and `value` lacks.
  private static func missing(of wanted: JSON, in value: JSON, _ path: JSONPath) -> [JSONDifference] {
    switch (wanted, value) {
    case (.object(let wanted), .object(let found)):
      return wanted.flatMap { member -> [JSONDifference] in
        let path = path.appending(member.key)
        guard let value = found[member.key] else {
          return [JSONDifference(path: path, before: member.value, after: nil)]
        }
        return missing(of: member.value, in: value, path)
      }
    case (.array(let wanted), .array(let found)) where wanted.count == found.count:
      return zip(wanted, found).enumerated().flatMap { missing(of: $1.0, in: $1.1, path.appending($0)) }
    default: return wanted == value ? [] : [JSONDifference(path: path, before: wanted, after: value)]
    }
  }

  private func contains(_ value: JSON, _ wanted: JSON) throws(EvaluationFailure) -> Bool {
    switch (value, wanted) {
    case (.string(let text), .string(let part)): return part.isEmpty || text.contains(part)
    case (.array(let elements), _): return elements.contains(wanted)
    case (.object(let object), .string(let key)): return object[key] != nil
    case (.string, _): throw EvaluationFailure("a string can only contain a string, not \(wanted.kind)")
    case (.object, _): throw EvaluationFailure("an object can only contain a key, not \(wanted.kind)")
    default: return try value.needed(nil, "a string, a list or an object", by: rawValue)
    }
  }

  private func matches(_ value: JSON, _ wanted: JSON) throws(EvaluationFailure) -> Bool {
    let (text, wanted) = (try text(value), try text(wanted))
    let pattern: Pattern
    do throws(PatternError) { pattern = try Pattern(wanted) } catch {
      throw EvaluationFailure("invalid pattern: \(error.message)")
    }
    return try pattern.isFound(in: text)
  }

  private func text(_ value: JSON) throws(EvaluationFailure) -> String {
    try value.needed(value.string, "a string", by: rawValue)
  }
}
