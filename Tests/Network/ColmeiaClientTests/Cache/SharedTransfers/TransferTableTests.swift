import Testing

@testable import ColmeiaClient

@Suite struct TransferTableTests {
  private let dog = Result<LoadedImage, ImageError>.success(LoadedImage([1], source: .network))

  @Test func `The first caller starts the transfer, and all waiting callers get its result in order of arrival`() {
    var table = TransferTable<Result<LoadedImage, ImageError>>()
    #expect(table.join("a") == .begin(transfer: 2, waiter: 1))
    #expect(table.join("a") == .wait(waiter: 3))
    #expect(table.join("b") == .begin(transfer: 5, waiter: 4))
    #expect(table.join("a") == .wait(waiter: 6))
    #expect(table.listeners("a", transfer: 2) == [1, 3, 6])
    #expect(table.leave(3) == nil)
    #expect(table.complete("a", transfer: 2, dog) == [1, 6])
    #expect(table.listeners("a", transfer: 2) == [])
    #expect(table.join("a") == .completed(dog))
    #expect(table.leave(1) == nil)
    table.end("a", transfer: 2)
    #expect(table.join("a") == .begin(transfer: 9, waiter: 8))
  }

  @Test func `The last caller to leave cancels the download, and its result is discarded`() {
    var table = TransferTable<Result<LoadedImage, ImageError>>()
    #expect(table.join("a") == .begin(transfer: 2, waiter: 1))
    #expect(table.join("a") == .wait(waiter: 3))
    #expect(table.leave(1) == nil)
    #expect(table.leave(1) == nil)
    #expect(table.leave(3) == 2)
    #expect(table.leave(3) == nil)
    #expect(table.join("a") == .begin(transfer: 5, waiter: 4))
    #expect(table.listeners("a", transfer: 2) == [])
    #expect(table.complete("a", transfer: 2, dog) == nil)
    table.end("a", transfer: 2)
    #expect(table.waiterCount("a") == 1)
    #expect(table.complete("a", transfer: 5, dog) == [4])
  }
}
