import Testing

@testable import ColmeiaRunner

/// The reference app lists the cases of all its enums, so that front ends receive their definitions.
@Suite struct ListedCaseTests {
  @Test func `Each enum of the app's actions, state, effects and screen lists its cases`() {
    #expect(MessageSchema(ReferenceApp()).advice == [])
  }
}
