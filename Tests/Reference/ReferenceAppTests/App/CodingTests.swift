import Foundation
import Testing

@testable import ReferenceApp

@Suite struct CodingTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `Any state survives encoding and decoding`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var world = SimulatedWorld(seed: seed)
      for _ in 0..<100 {
        world.step()
        let state = world.state
        #expect(try roundTrip(state) == state)
      }
    }
    let selected = AppReducer.State(
      feed: Feed.State(phase: .loaded(try Example.images(.pug)), selection: ImageReference(rawValue: "a")))
    #expect(try roundTrip(selected) == selected)
  }

  @Test func `Actions and effects survive encoding and decoding`() throws {
    let actions: [AppReducer.Action] = [
      .auth(.signedUp(Example.account)), .auth(.signUpFailed(.tokenNotStored(.full))), .auth(.restored(nil)),
      .feed(.loaded(.pug, try Example.images(.pug))), .feed(.failed(.pug, .status(500))),
      .feed(.cached(.pug, [], age: 7)), .open("/feed"),
    ]
    #expect(try roundTrip(actions) == actions)
    let effects: [AppReducer.Effect] = [.auth(.signUp(try Example.email())), .feed(.load(.pug))]
    #expect(try roundTrip(effects) == effects)
  }

  @Test(arguments: [#"["a b@c.d e"]"#, #"[" a@b.c"]"#])
  func `An invalid email address can't be decoded`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([EmailAddress].self, from: Data(text.utf8))
    }
  }

  @Test func `One invalid image URL makes the whole list undecodable`() {
    let text = #"["https://a/b.jpg", "b.jpg"]"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ImageURL].self, from: Data(text.utf8)) }
  }
}
