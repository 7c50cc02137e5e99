/// A failure that a test store has found.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// A description of what happened, the difference, and the correction to write.
  public let message: String
  /// The line of the test step, counted from 1.
  public let line: UInt
  /// The module and file of the test.
  public let fileID: StaticString

  /// The failure's ``message``.
  public var description: String { message }
}

/// The destination of a test store's failures, in addition to its `failures` property.
package struct FailureSink: Sendable {
  let report: @Sendable (String, CallSite) -> Void

  package init(_ report: @escaping @Sendable (String, CallSite) -> Void) { self.report = report }

  /// Reports to the current test.
  package static let theTest = FailureSink { Reporter.report($0, at: $1) }
  /// Discards reports, for tests of the failures themselves.
  package static let silently = FailureSink { _, _ in }
}
