import ColmeiaTesting
import XCTest

/// The test store in a test case of XCTest.
final class TestStoreXCTests: XCTestCase {
  func testAPassingTestReportsNothing() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.load("a"), effects: [.fetch("a")]) { $0.isLoading = true }
    store.answer(.fetch("a"), with: .loaded([])) { $0.isLoading = false }
    store.finish()
    XCTAssertEqual(store.failures.count, 0)
  }
}
