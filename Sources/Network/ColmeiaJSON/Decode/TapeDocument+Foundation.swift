#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TapeDocument {
  /// Decodes a value of one of the ``FoundationForms``.
  func foundationValue<Value>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if type == Decimal.self, let value = try decimal(node) as? Value { return value }
    if type == Date.self, let value = try date(node) as? Value { return value }
    let text = try string(node)
    if type == URL.self, let url = URL(string: text) as? Value { return url }
    if type == Data.self, let data = Data(base64Encoded: text) as? Value { return data }
    throw failure(.mismatch(expected: type == URL.self ? "a URL" : "Base64", found: "another string"), type, node)
  }

  private func date(_ node: Int32) throws -> Date {
    if case .format(let format) = coding.dates {
      let expected = "a date like \(format.pattern), as JSONCoding.dates says"
      guard tape[node].kind == .string || tape[node].kind == .escapedString else {
        throw mismatch(Date.self, expected, node)
      }
      guard let (seconds, fraction) = format.time(tape.string(node)) else {
        throw failure(.mismatch(expected: expected, found: "another string"), Date.self, node)
      }
      return Date(timeIntervalSinceReferenceDate: Double(seconds - Moment.referenceDate) + fraction)
    }
    let seconds = try double(node) / (coding.dates == .seconds ? 1 : 1_000)
    guard Moment.years.contains(seconds) else {
      let found = "another number; see JSONCoding.dates"
      throw failure(.mismatch(expected: "a date of the years 1 to 9999", found: found), Date.self, node)
    }
    return Date(timeIntervalSince1970: seconds)
  }

  private func decimal(_ node: Int32) throws -> Decimal {
    guard tape[node].kind == .number else { throw mismatch(Decimal.self, "a number", node) }
    let text = tape.number(node).text
    guard let value = Decimal(string: text), value.isFinite else {
      throw failure(.mismatch(expected: "a number that fits in Decimal", found: text), Decimal.self, node)
    }
    return value
  }
}
