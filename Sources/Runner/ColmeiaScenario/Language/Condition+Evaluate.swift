import ColmeiaJSON
import ColmeiaSecrets

/// The result of evaluating a condition.
package enum Verdict: Sendable, Hashable {
  /// The condition holds.
  case holds
  /// The condition doesn't hold. Each line describes one mismatch.
  case fails([String])
  /// The condition can't be evaluated, such as `toInt` of a list. It doesn't hold, not even if it is negated. For a value
  /// that is missing or `null`, it fails instead.
  case invalid([String])

  package var holds: Bool { self == .holds }

  /// The reasons why the condition doesn't hold, or `nil` if it does.
  package var reasons: [String]? {
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
  package func evaluate(
    _ answer: JSON?, _ variables: Variables, name: String,
    masker: Masker? = Masker(), isReplay: Bool = false
  ) -> Verdict {
    var value = answer
    do throws(EvaluationFailure) {
      value = try filters.apply(to: answer)
      let wanted = try literals(variables)
      let lines = try predicate.predicate.mismatches(value, wanted, name)
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
    guard !isNegated, let lines = try? predicate.predicate.mismatches(result, wanted, name) else {
      return .fails([found])
    }
    if !lines.isEmpty { return .fails(lines) }
    return isReplay ? .holds : .fails([found + ", and differs in a masked part"])
  }

  /// Returns the result of the filters for the masked answer.
  private func maskedResult(_ answer: JSON?, _ value: JSON?, _ masker: Masker) -> JSON? {
    // The length of a secret and the number of secrets are not confidential.
    filters.contains(where: \.filter.isCount) ? value : filteredOrStars(answer.map { masker($0) })
  }

  private func filteredOrStars(_ masked: JSON?) -> JSON? {
    do throws(EvaluationFailure) { return try filters.apply(to: masked) } catch { return .string(Masker.stars) }
  }

  private static func short(_ value: JSON?) -> String { value?.short ?? "missing" }

  /// Returns the values with which the result is compared.
  private func literals(_ variables: Variables) throws(EvaluationFailure) -> [JSON] {
    var values: [JSON] = []
    for literal in predicate.values { values.append(try variables.resolved(literal)) }
    return values
  }
}
