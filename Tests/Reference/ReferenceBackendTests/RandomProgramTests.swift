import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of random requests by several users, with rules that must hold after each.
@Suite(.long) struct RandomProgramTests {
  /// The successful requests that must occur, because the programs would otherwise prove little.
  private static let successes: Set<String> = [
    "POST users 201", "POST users/login 200", "POST users/login_facebook 200", "GET users/logoff 200", "GET users 200",
    "PUT users 200", "GET events 200", "POST events 201", "PUT events 200", "POST events/subscribe 201",
    "DELETE events/subscribe 200", "POST events/add_user 200", "GET events/users 200", "POST signup 200",
    "GET feed 200", "GET images/pug/pug-1.png 200", "HEAD events 200",
  ]

  @Test func `The rules hold after any random request`() {
    var reached: Set<String> = []
    for seed in 0..<22 {
      var program = Program(seed: UInt64(seed))
      for step in 0..<150 {
        let problems = program.step()
        #expect(problems == [], "seed \(seed), step \(step)")
        if !problems.isEmpty { return }
      }
      reached.formUnion(program.reached)
    }
    #expect(Set(reached.map { $0.suffix(3) }) == ["200", "201", "400", "401", "404", "405", "415", "422"])
    #expect(Self.successes.subtracting(reached) == [])
  }

  @Test func `The same requests give the same responses and the same state`() {
    var first = Program(seed: 99)
    var second = Program(seed: 99)
    for _ in 0..<100 {
      _ = first.step()
      _ = second.step()
    }
    #expect(first.world.state == second.world.state)
    #expect(first.owners.keys == second.owners.keys)
  }
}
