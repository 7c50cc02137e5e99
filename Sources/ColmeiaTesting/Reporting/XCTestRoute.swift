#if canImport(XCTest)
  import Synchronization
  import XCTest

  /// `XCTFail`, with the answer whether a test case has recorded it.
  ///
  /// XCTest does not say which test case is running: on Linux it is an internal variable, and without one `XCTFail`
  /// returns in silence. But it tells its observers about each failure before `XCTFail` returns, so one observer
  /// is registered at the first failure and stays. It is never removed, as the set of observers has no lock.
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

  /// The failure that this thread is handing to XCTest, which calls its observers on the same thread.
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
