/// A failure that a test store has found, and the line of the test.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// What happened, the difference, and what to write instead of it.
  public let message: String
  /// The line of the test, counted from 1.
  public let line: UInt
  /// The module and the file of the test.
  public let fileID: StaticString

  /// The same as ``message``.
  public var description: String { message }
}

/// Where a test store's failures go, besides its `failures`.
package struct FailureSink: Sendable {
  let report: @Sendable (String, CallSite) -> Void

  package init(_ report: @escaping @Sendable (String, CallSite) -> Void) { self.report = report }

  /// To the test that is running.
  package static let theTest = FailureSink { Reporter.report($0, at: $1) }
  /// Nowhere, for tests of the failures themselves.
  package static let silently = FailureSink { _, _ in }
}
