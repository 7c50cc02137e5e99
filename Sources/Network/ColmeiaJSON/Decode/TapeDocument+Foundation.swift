#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TapeDocument {
  /// Decodes a value of one of the ``FoundationForms``. Each bit cast is valid because the preceding comparison proves
  /// that both types are the same.
  func foundationValue<Value>(_ type: Value.Type, _ node: Int32) throws -> Value {
    if type == Decimal.self { return unsafeBitCast(try decimal(node), to: type) }
    let text = try string(node)
    if type == URL.self, let url = URL(string: text) { return unsafeBitCast(url, to: type) }
    if type == Data.self, let data = Data(base64Encoded: text) { return unsafeBitCast(data, to: type) }
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
