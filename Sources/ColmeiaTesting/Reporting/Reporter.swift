import Testing

/// Fails the test that is running, whichever library runs it.
///
/// `Issue.record` inside an XCTest case is dropped, and the test passes; `XCTFail` outside of one does nothing. So the
/// library is chosen by the test that is running, and `XCTestRoute` says whether a test case has recorded the failure.
package struct Reporter: Sendable {
  var isSwiftTest: @Sendable () -> Bool = { Test.current != nil }
  var recordIssue: @Sendable (String, CallSite) -> Void = { message, site in
    Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation)
  }
  /// Returns whether a test case has recorded the failure.
  var failTestCase: @Sendable (String, CallSite) -> Bool = XCTestRoute.fail
  var printError: @Sendable (String) -> Void = { StandardError.print($0) }

  /// Reports to Swift Testing, else to XCTest, else to standard error.
  package static func report(_ message: String, at site: CallSite) {
    Reporter().report(message, at: site)
  }

  func report(_ message: String, at site: CallSite) {
    if isSwiftTest() {
      recordIssue(message, site)
    } else if !failTestCase(message, site) {
      // In a detached task `Test.current` is nil, but a run of Swift Testing still records the issue and fails,
      // without the name of the test. Outside of such a run the issue is dropped.
      recordIssue(message, site)
      printError("\(site.filePath):\(site.line): error: \(message)\n")
    }
  }
}
