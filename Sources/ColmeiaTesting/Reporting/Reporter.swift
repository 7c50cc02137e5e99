import Testing

/// Fails the test that is running, whichever library runs it.
///
/// The two libraries do not know each other: `Issue.record` inside an XCTest case is dropped and the test passes,
/// and `XCTFail` outside of one does nothing. So the route is chosen by the test that is current, and the XCTest
/// route says whether it arrived.
package struct Reporter: Sendable {
  var isSwiftTest: @Sendable () -> Bool = { Test.current != nil }
  var recordIssue: @Sendable (String, Spot) -> Void = { message, spot in
    Issue.record(Comment(rawValue: message), sourceLocation: spot.sourceLocation)
  }
  /// Returns whether a test case has taken the failure.
  var failTestCase: @Sendable (String, Spot) -> Bool = XCTestRoute.fail
  var printError: @Sendable (String) -> Void = { StandardError.print($0) }

  /// Reports to Swift Testing, else to XCTest, else to standard error. It is never lost.
  package static func report(_ message: String, at spot: Spot) {
    Reporter().report(message, at: spot)
  }

  func report(_ message: String, at spot: Spot) {
    if isSwiftTest() {
      recordIssue(message, spot)
    } else if !failTestCase(message, spot) {
      // In a detached task `Test.current` is nil, but a run of Swift Testing still takes the issue and fails,
      // without the name of the test. Without such a run nobody takes it.
      recordIssue(message, spot)
      printError("\(spot.filePath):\(spot.line): error: \(message)\n")
    }
  }
}
