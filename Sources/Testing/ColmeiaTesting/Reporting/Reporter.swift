import ColmeiaBase
import Testing

/// Fails the current test, whether Swift Testing or XCTest runs it.
///
/// Inside an XCTest case `Issue.record` has no effect and the test passes; outside of one `XCTFail` has no effect. The
/// reporter therefore chooses the library that runs the current test. `XCTestRoute` returns whether a test case has
/// recorded the failure.
package struct Reporter: Sendable {
  var isSwiftTest: @Sendable () -> Bool = { Test.current != nil }
  var recordIssue: @Sendable (String, CallSite) -> Void = { message, site in
    Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation)
  }
  /// Returns whether a test case has recorded the failure.
  var failTestCase: @Sendable (String, CallSite) -> Bool = XCTestRoute.fail
  var printError: @Sendable (String) -> Void = { printToStandardError($0) }

  /// Reports a failure to Swift Testing, otherwise to XCTest, otherwise to standard error.
  package static func report(_ message: String, at site: CallSite) {
    Reporter().report(message, at: site)
  }

  func report(_ message: String, at site: CallSite) {
    if isSwiftTest() {
      recordIssue(message, site)
    } else if !failTestCase(message, site) {
      // In a detached task `Test.current` is nil. During a Swift Testing run the issue is still recorded and fails the
      // run, without the name of the test. Otherwise it is ignored.
      recordIssue(message, site)
      printError("\(site.filePath):\(site.line): error: \(message)")
    }
  }
}
