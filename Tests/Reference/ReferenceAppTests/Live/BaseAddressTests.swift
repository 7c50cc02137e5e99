import Testing

@testable import ReferenceApp

/// Runs the same app with servers on this device, and with servers on the web.
@Suite struct BaseAddressTests {
  @Test(arguments: ["http://127.0.0.1:8080", "https://colmeia.example/v2"])
  func `Each system is reached at the base URL in the environment`(base: String) async throws {
    let bench = try Bench(rules: [StubRule(.get, "/*", .json([:]))], tokens: .signedIn) {
      $0.iddog = try BaseURL("\(base)/dogs")
      $0.eventbee = try BaseURL("\(base)/bees")
      $0.canillita = try BaseURL("\(base)/papers")
    }
    _ = await bench.actions(.feed(.load(.pug)))
    _ = await bench.actions(.events(.load))
    _ = await bench.actions(.news(.find("x")))
    #expect(
      bench.requests == [
        "GET \(base)/dogs/feed?category=pug as dog-token", "GET \(base)/bees/events", "GET \(base)/papers/newspapers/x",
      ])
  }
}
