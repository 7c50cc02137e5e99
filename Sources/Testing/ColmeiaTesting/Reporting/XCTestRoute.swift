#if canImport(XCTest)
  import Synchronization
  import XCTest

  /// Calls `XCTFail` and determines whether a test case has recorded the failure.
  ///
  /// XCTest doesn't expose the current test case: on Linux it is an internal variable, and without one `XCTFail`
  /// returns silently. But XCTest notifies its observers of each failure before `XCTFail` returns. One observer is
  /// therefore registered at the first failure. It is never removed, because the set of observers isn't protected by a
  /// lock.
  enum XCTestRoute {
    static func fail(_ message: String, at site: CallSite) -> Bool {
      FailureWitness.register
      let delivery = Delivery()
      Delivery.$current.withValue(delivery) {
        XCTFail(message, file: site.filePath, line: site.line)
      }
      return delivery.hasArrived.load(ordering: .acquiring)
    }
  }

  /// The failure that this thread is passing to XCTest, which calls its observers on the same thread.
  private final class Delivery: Sendable {
    @TaskLocal static var current: Delivery?
    let hasArrived = Atomic(false)
  }

  private final class FailureWitness: NSObject, XCTestObservation {
    static let register: Void = XCTestObservationCenter.shared.addTestObserver(FailureWitness())

    #if canImport(ObjectiveC)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        Delivery.current?.hasArrived.store(true, ordering: .releasing)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        Delivery.current?.hasArrived.store(true, ordering: .releasing)
      }
    #endif
  }
#else
  enum XCTestRoute {
    static func fail(_ message: String, at site: CallSite) -> Bool { false }
  }
#endif
