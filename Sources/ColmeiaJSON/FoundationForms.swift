#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Foundation types whose JSON form differs from what they encode themselves as. As with `JSONEncoder`, a `URL` is a
/// string, `Data` is a string in Base64, and a `Decimal` is a number with all its digits.
enum FoundationForms {
  @inline(__always) static func contains(_ type: Any.Type) -> Bool {
    type == URL.self || type == Data.self || type == Decimal.self
  }
}

extension TapeDocument {
  /// Decodes a value of one of the ``FoundationForms``.
  func foundationValue<Value>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if type == Decimal.self, let value = try decimal(node) as? Value { return value }
    let text = try string(node)
    if type == URL.self, let url = URL(string: text) as? Value { return url }
    if type == Data.self, let data = Data(base64Encoded: text) as? Value { return data }
    throw failure(.mismatch(expected: type == URL.self ? "a URL" : "Base64", found: "another string"), type, node)
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

extension PartialDocument {
  /// Encodes a value of one of the ``FoundationForms``.
  func putFoundation(_ value: some Encodable, _ node: Int32) throws {
    switch value {
    case let url as URL: put(url.absoluteString, node)
    case let data as Data: put(data.base64EncodedString(), node)
    case let decimal as Decimal where decimal.isFinite: scalar(node) { $0.append("\(decimal)") }
    default: throw failure(.unencodable("\(value) cannot be represented in JSON; encode nil or a string"), value, node)
    }
  }
}
