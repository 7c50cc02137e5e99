#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
