import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests random programs of newspapers, news, chats, objects and albums against a model.
@Suite(.long) struct StreamProgramTests {
  /// The results that must occur, because the programs would otherwise prove little.
  private static let wanted: Set<String> = [
    "list 200", "get 200", "get 404", "post 201", "post 422", "post 400", "put 200", "put 201", "put 400", "delete 204",
    "delete 404", "item 200", "item 404", "publish 201", "publish 404", "publish 400", "listen 200", "leave", "beat",
    "restart", "connect 101", "confirm_subscription", "reject_subscription", "spoken", "informed of a removal",
    "enroll 200", "enroll 201", "object put 200", "object GET 200", "object GET 404", "object HEAD 200",
    "object delete 204", "object PUT 403", "album in 200", "album in 401", "album out 200", "album out 401",
    "album user 200", "album user 401", "album head 200", "album photos 200", "album publish 201",
    "album publish 401", "album publish 422", "album picture 200", "album picture 404", "album token",
    "album ended 401", "album change 200", "album change 401", "album change 404",
  ]

  @Test func `Random programs give every stream exactly the output that the model expects`() {
    var reached: Set<String> = []
    for seed in 0..<10 {
      var program = StreamProgram(seed: UInt64(seed))
      for step in 0..<300 {
        let problems = program.step()
        #expect(problems == [], "seed \(seed), step \(step)")
        if !problems.isEmpty { return }
      }
      reached.formUnion(program.reached)
    }
    #expect(Self.wanted.subtracting(reached) == [])
  }

  @Test func `The same program gives the same state and output`() {
    var (first, second) = (StreamProgram(seed: 99), StreamProgram(seed: 99))
    for _ in 0..<200 { _ = (first.step(), second.step()) }
    #expect(first.world.state == second.world.state && first.received == second.received)
  }

  @Test func `After a random program, the written data is read back unchanged`() throws {
    var program = StreamProgram(seed: 7)
    for _ in 0..<300 { _ = program.step() }
    var state = program.world.state
    let read = try BackendData.read(try BackendData.write(state), blobsOf: state)
    state.cable = CableState()
    state.canillita.listeners = NewsListeners()
    state.album.guesses = GuessTable()
    #expect(read == state)
  }
}
