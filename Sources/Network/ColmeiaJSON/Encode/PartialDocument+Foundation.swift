#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PartialDocument {
  /// Encodes a value of one of the ``FoundationForms``.
  func putFoundation(_ value: some Encodable, _ node: Int32) throws {
    switch value {
    case let url as URL: write(url.absoluteString, node)
    case let date as Date: try write(date, node)
    case let data as Data: write(data.base64EncodedString(), node)
    case let decimal as Decimal where decimal.isFinite: scalar(node) { $0.append("\(decimal)") }
    default: throw failure(.unencodable("\(value) cannot be represented in JSON; encode nil or a string"), value, node)
    }
  }

  private func write(_ date: Date, _ node: Int32) throws {
    guard Moment.years.contains(date.timeIntervalSince1970) else {
      throw failure(.unencodable("the date is not in the years 1 to 9999; encode nil or a string"), date, node)
    }
    switch coding.dates {
    case .format(let format):
      write(format.text(date.timeIntervalSinceReferenceDate, after: Moment.referenceDate), node)
    case .seconds: try write(date.timeIntervalSince1970, node)
    case .milliseconds: write(Int((date.timeIntervalSince1970 * 1_000).rounded()), node)
    }
  }
}
