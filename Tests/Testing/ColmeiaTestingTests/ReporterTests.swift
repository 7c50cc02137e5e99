import Synchronization
import Testing

@testable import ColmeiaTesting

/// Records the calls that a reporter makes.
final class ReportLog: Sendable {
  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0 } }

  func reporter(isSwiftTest: Bool, hasTestCase: Bool) -> Reporter {
    var reporter = Reporter()
    reporter.isSwiftTest = { isSwiftTest }
    reporter.recordIssue = { message, _ in self.add("issue: \(message)") }
    reporter.failTestCase = { message, _ in
      self.add("XCTest: \(message)")
      return hasTestCase
    }
    reporter.printError = { self.add("stderr: \($0)") }
    return reporter
  }

  func add(_ entry: String) {
    entries.withLock { $0.append(entry) }
  }
}

@Suite struct ReporterTests {
  private let site = CallSite(fileID: "App/Feed.swift", filePath: "/app/Feed.swift", line: 12, column: 3)

  @Test func `in a Swift test the failure is an issue of that test at the given location`() {
    let recorded = Mutex(0)
    withKnownIssue {
      Reporter.report("State differs", at: site)
    } matching: { issue in
      recorded.withLock { $0 += 1 }
      let location = issue.sourceLocation
      return issue.comments == ["State differs"] && location?.fileID == "App/Feed.swift" && location?.line == 12
        && location?.column == 3
    }
    #expect(recorded.withLock { $0 } == 1)
  }

  @Test func `A call site is the location of its creation`() {
    let here = #line + 1
    let site = CallSite()
    #expect("\(site.fileID)" == #fileID)
    #expect("\(site.filePath)" == #filePath)
    #expect(site.line == UInt(here))
  }

  @Test func `in a Swift test the failure is reported only as an issue`() {
    let log = ReportLog()
    log.reporter(isSwiftTest: true, hasTestCase: true).report("no", at: site)
    #expect(log.all == ["issue: no"])
  }

  @Test func `in a test case that records the failure it is reported only there`() {
    let log = ReportLog()
    log.reporter(isSwiftTest: false, hasTestCase: true).report("no", at: site)
    #expect(log.all == ["XCTest: no"])
  }

  @Test func `without a test the failure is reported to the run and to standard error`() {
    let log = ReportLog()
    log.reporter(isSwiftTest: false, hasTestCase: false).report("no", at: site)
    #expect(log.all == ["XCTest: no", "issue: no", "stderr: /app/Feed.swift:12: error: no"])
  }

  @Test func `XCTestRoute returns false if no test case records the failure`() {
    #expect(XCTestRoute.fail("too late", at: site) == false)
  }
}
