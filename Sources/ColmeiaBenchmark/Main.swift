import ColmeiaMeasuring
import Foundation

@main struct Command {
  static func main() async {
    exit(await Benchmark("colmeia-benchmark", rows()).run(Array(CommandLine.arguments.dropFirst())))
  }
}
