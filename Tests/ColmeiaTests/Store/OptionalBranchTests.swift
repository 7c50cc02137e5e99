import Foundation
import Testing

@testable import Colmeia

/// Subscriptions within a branch that may not exist.
@Suite struct OptionalBranchTests {
  struct Shelf: Reducer {
    struct Detail: Equatable, Sendable {
      @Branch var list = [1]
      /// Its byte follows the version of the list, where an optional version would have its tag.
      var isOpen = true
    }
    struct State: Equatable, Sendable { var detail: Detail? = Detail() }
    enum Action: Sendable { case append, remove }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .append: state.detail?.list.append(2)
      case .remove: state.detail = nil
      }
      return .none
    }
  }

  private struct Home: Codable, Equatable {
    @Branch var address = URL(string: "https://x")
    @Branch var page = Data([1])
    @Branch var price = Decimal(1)
  }

  @Test func `A coder treats a branch as if it were not wrapped`() throws {
    let data = try JSONEncoder().encode(Home())
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""https:\/\/x""#) && text.contains(#""AQ==""#) && text.contains(#""price":1"#), "\(text)")
    #expect(try JSONDecoder().decode(Home.self, from: data) == Home())
  }

  @Test func `Changes within an optional branch are seen`() {
    let store = Store(Shelf.State(), Shelf())
    let counts = Log<Int>()
    store.subscribe(within: \.detail?.$list) {
      $0.detail?.list.count ?? 0
    } receive: {
      counts.append($0)
    }
    store.send(.append)
    store.send(.append)
    store.send(.remove)
    #expect(counts.elements == [1, 2, 3, 0])
  }
}
