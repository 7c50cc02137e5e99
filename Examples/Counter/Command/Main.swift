import ColmeiaRunner
import CounterApp

/// The counter's command-line tool: `swift run Counter run Examples/Counter`.
@main struct CounterCommand {
  static func main() async { await Runner(CounterApp()).main() }
}
