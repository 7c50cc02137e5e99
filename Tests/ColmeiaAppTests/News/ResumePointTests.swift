import TestSupport
import Testing

@testable import ColmeiaApp

@Suite struct ResumePointTests {
  @Test func `The resume point is an item that arrived some time ago, not the most recent one`() {
    var point = ResumePoint("old")
    point.open(now: .zero)
    point.receive("a", now: .seconds(10))
    #expect(point.id == "old")
    point.receive("b", now: .milliseconds(11_900))
    #expect(point.id == "old")
    point.receive("c", now: .seconds(12))
    #expect(point.id == "a")
    point.close(now: .milliseconds(13_899))
    #expect(point.id == "a")
  }

  @Test func `After a period of silence, the last item is the resume point`() {
    var point = ResumePoint(nil)
    point.open(now: .zero)
    point.receive("a", now: .seconds(1))
    point.close(now: .seconds(900))
    #expect(point.id == "a")
  }

  @Test func `Items of the initial backlog don't become the resume point`() {
    var point = ResumePoint("old")
    point.open(now: .zero)
    for second in 0..<5 { point.receive("\(second)", now: .seconds(second)) }
    point.close(now: .milliseconds(4_999))
    #expect(point.id == "old")
    point.open(now: .seconds(10))
    for second in 10..<16 { point.receive("\(second)", now: .seconds(second)) }
    point.close(now: .seconds(16))
    #expect(point.id == "14")
  }

  @Test func `The number of candidates for the resume point stays small`() {
    var point = ResumePoint(nil)
    point.open(now: .zero)
    for number in 0..<10_000 { point.receive("\(number)", now: .milliseconds(number)) }
    point.close(now: .seconds(10))
    #expect(point.id == "8000")
  }

  /// Simulates a server that orders items by the second, and on a resume sends those of later seconds than the named
  /// item. Whenever the connection breaks, what the server sends next leaves no gap.
  @Test func `No item is missed, whenever the connection breaks`() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SplitMix(state: seed)
      // The time in milliseconds when each item is published; it arrives up to 900 ms later.
      var time = 0
      let items = (0..<200).map { id -> (id: String, made: Int, received: Int) in
        time += Int(random.next() % 400)
        return ("\(id)", time, time + Int(random.next() % 900))
      }
      let cut = 6_000 + Int(random.next() % UInt64(time))
      var point = ResumePoint(nil)
      point.open(now: .zero)
      let received = items.filter { $0.received <= cut }.sorted { $0.received < $1.received }
      for item in received { point.receive(item.id, now: .milliseconds(item.received)) }
      point.close(now: .milliseconds(cut))
      guard let id = point.id, let named = items.first(where: { $0.id == id }) else {
        continue
      }
      let sentAgain = items.filter { $0.made / 1_000 > named.made / 1_000 }.map(\.id)
      let missing = Set(items.map(\.id)).subtracting(received.map(\.id)).subtracting(sentAgain)
      #expect(missing.isEmpty, "seed \(seed): named \(id), never received \(missing)")
    }
  }
}
