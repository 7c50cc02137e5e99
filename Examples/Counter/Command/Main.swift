import ColmeiaRunner
import CounterFeature

/// The counter on the command line: `swift run Counter run Examples/Counter`.
@main struct CounterCommand: RunnableApp {
  typealias Root = Counter
  let name = "Counter"
  let version = "1"

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Counter> {
    LocalWorld { Device(Counter.State(), Counter(), CounterHandler()) }
  }

  static func main() async { await Runner(CounterCommand()).main() }
}
