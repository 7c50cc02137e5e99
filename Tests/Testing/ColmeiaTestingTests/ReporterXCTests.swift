#if canImport(XCTest) && !canImport(ObjectiveC)
  import XCTest

  @testable import ColmeiaTesting

  /// Runs a failing test case inside another test case that checks the result.
  ///
  /// After the inner run XCTest has no current case, so assertions would be lost. Errors that are thrown are recorded
  /// on the outer case itself.
  final class ReporterXCTests: XCTestCase {
    private struct Wrong: Error, CustomStringConvertible {
      var description: String
    }

    /// Collects the failures that it receives. It has no method named `test…`, so XCTest doesn't run it by itself.
    private final class FailingCase: XCTestCase {
      var failures: [String] = []

      override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
      ) {
        failures.append("\(filePath):\(lineNumber): \(description)")
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }

    private static let site = CallSite(fileID: "App/Feed.swift", filePath: "/app/Feed.swift", line: 12, column: 3)

    private func run(_ body: @escaping () -> Void) throws -> (failures: [String], count: Int) {
      let inner = FailingCase(name: "meant to fail") { _ in body() }
      inner.run()
      guard let run = inner.testRun else { throw Wrong(description: "The inner case has not run.") }
      return (inner.failures, run.failureCount)
    }

    private func require(_ condition: Bool, _ message: String) throws {
      if !condition { throw Wrong(description: message) }
    }

    func testAFailureReachesTheRunningCase() throws {
      let result = try run { Reporter.report("State differs", at: Self.site) }
      try require(result.failures == ["/app/Feed.swift:12: failed - State differs"], "\(result.failures)")
      try require(result.count == 1, "\(result.count) failures were counted.")
    }

    func testATestStoreFailsTheRunningCaseAtTheLineOfTheStep() throws {
      let line = #line + 1
      let result = try run {
        var store = TestStore(Shop.State(), Shop())
        store.send(.nothing, effects: [.socket])
        store.finish()
        store.send(.nothing)
      }
      let lines = result.failures.map { $0.prefix { $0 != " " } }
      try require(lines == ["\(#filePath):\(line + 2):", "\(#filePath):\(line + 1):"], "\(result.failures)")
    }

    func testAReportedFailureIsReportedOnlyOnce() throws {
      let log = ReportLog()
      var reporter = log.reporter(isSwiftTest: false, hasTestCase: false)
      reporter.failTestCase = { message, site in
        let hasArrived = XCTestRoute.fail(message, at: site)
        log.add("arrived: \(hasArrived)")
        return hasArrived
      }
      _ = try run { [reporter] in reporter.report("no", at: Self.site) }
      try require(log.all == ["arrived: true"], "\(log.all)")
    }

    func testAFailureAfterTheTestCaseIsRejected() throws {
      _ = try run {}
      try require(XCTestRoute.fail("too late", at: Self.site) == false, "The failure was accepted.")
    }
  }
#endif
