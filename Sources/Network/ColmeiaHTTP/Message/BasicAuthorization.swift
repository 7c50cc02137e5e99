#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The credentials of `Basic` authentication (RFC 7617).
package enum BasicAuthorization {
  /// Returns what follows `Basic ` for a name without a colon, and a password.
  package static func credentials(_ user: String, _ password: String) -> String {
    Data("\(user):\(password)".utf8).base64EncodedString()
  }
}
