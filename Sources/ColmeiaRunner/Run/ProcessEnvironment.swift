import Foundation

/// The real time. All access to the process's environment is in this file.
enum WallClock {
  /// Returns the current time in seconds since 1970.
  static func now() -> Int { Int(Date.now.timeIntervalSince1970) }
}

enum ProcessEnvironment {
  static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
