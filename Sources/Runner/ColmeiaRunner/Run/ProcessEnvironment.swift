import Foundation

/// The real time. Runs read the real time and environment variables only through the types in this file.
enum WallClock {
  /// Returns the current time in seconds since 1970.
  static func now() -> Int { Int(Date.now.timeIntervalSince1970) }
}

enum ProcessEnvironment {
  static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
