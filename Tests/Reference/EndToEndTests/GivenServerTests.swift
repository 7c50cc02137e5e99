import Foundation
import ReferenceApp
import Testing

@testable import ColmeiaWorld
@testable import ReferenceCommand

/// Runs scenarios of the reference app against servers given on the command line, and against a back end in its own
/// process.
@Suite(.blocking, .timeLimit(.minutes(10))) struct GivenServerTests {
  /// The reference app with a back end in its own process for each world.
  private struct ProcessApp: RunnableApp {
    typealias Root = AppReducer
    let name = "colmeia"
    let facts = CommandLineApp().facts

    func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<AppReducer> {
      let program = try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
      let command = ServerCommand([program.appending(path: "colmeia").path, "backend"])
      return try await ServerWorld(command, parts) { address in
        var given = parts.given
        given.origins["server"] = address
        return try LiveWorld(
          WorldParts(
            clock: parts.clock, backgroundClock: parts.backgroundClock, date: parts.date, seed: parts.seed,
            folder: parts.folder, network: parts.network, given: given, elapsed: parts.elapsed))
      }
    }
  }

  @Test func `A scenario runs against a back end in its own process`() async throws {
    let (code, output) = try await runScenario(
      """
      await    state auth.session == {"signedOut": null}
      dispatch auth.typed "ann@example.org"
      dispatch auth.submit
      await    state feed.phase.loaded present
      request  GET "/events"
      expect   answer status == 200
      """, [], ProcessApp())
    #expect(code == .success, "\(output)")
  }

  @Test func `The shots' token is given on the command line`() async throws {
    let text = "dispatch select \"shots\"\nawait state shots.loading isNull\nsettle\n"
    let good = try await runScenario(
      text + "expect state shots.shots count == 12\n", ["--var", "accessToken=colmeia-demo"])
    #expect(good.0 == .success, "\(good.1)")
    let refused = text + "expect screen messages[*].text contains \"Não autorizado\"\n"
    for options in [["--var", "accessToken=other"], ["--origin", "dribbble=http://127.0.0.1:1"]] {
      let (code, output) = try await runScenario(refused, options)
      #expect(code == .success, "\(output)")
    }
  }
}
