import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld
@testable import ReferenceCommand

/// The schema of the reference app's messages.
@Suite struct ListedCaseTests {
  /// Without the cases, front ends wouldn't receive the definitions of the enums.
  @Test func `Each enum of the app's actions, state, effects and screen lists its cases`() {
    #expect(MessageSchema(CommandLineApp()).advice == [])
  }

  @Test func `Every action of the reference app matches the schema`() throws {
    let check = SchemaCheck(schema: MessageSchema(CommandLineApp()).json)
    for entry in ActionCatalogue(CommandLineApp()).entries {
      #expect(check.accepts(["dispatch": try #require(entry.json)], as: "ToApp"), "\(entry.name)")
    }
    #expect(!check.accepts(["dispatch": ["feed": ["load": "poodle"]]], as: "ToApp"))
  }
}
