import ColmeiaRunner
import CounterApp

/// The counter on the command line: `swift run Counter run Examples/Counter`.
@main struct CounterCommand {
  static func main() async { await Runner(CounterApp()).main() }
}
