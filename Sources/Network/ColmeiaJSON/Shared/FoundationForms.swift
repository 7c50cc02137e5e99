#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Foundation types whose JSON form differs from what they encode themselves as. As with `JSONEncoder`, a `URL` is a
/// string, `Data` is a string in Base64, and a `Decimal` is a number with all its digits. A `Date` is what the coding says.
enum FoundationForms {
  @inline(__always) static func contains(_ type: Any.Type) -> Bool {
    type == URL.self || type == Data.self || type == Decimal.self || type == Date.self
  }
}
