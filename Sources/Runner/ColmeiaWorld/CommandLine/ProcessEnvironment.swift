import Foundation

/// The real time. Runs read the real time and environment variables only through the types in this file.
package enum WallClock {
  /// Returns the current time in seconds since 1970.
  package static func now() -> Int { Int(Date.now.timeIntervalSince1970) }
}

package enum ProcessEnvironment {
  package static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
