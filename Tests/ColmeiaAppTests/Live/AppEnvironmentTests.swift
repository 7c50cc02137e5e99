import ColmeiaApp
import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaStubs
import Testing

@Suite struct AppEnvironmentTests {
  @Test func `Where nobody says otherwise, numbers are random, so that devices do not come back all at once`() throws {
    let base = try BaseURL("http://bees.example")
    let environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: StubTransport([]), tokens: MemoryTokenStore())
    let numbers = (0..<64).map { _ in environment.random() }
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    #expect(Set(numbers).count > 60)
  }
}
