import ColmeiaMeasuring
import Foundation

@main struct Command {
  static func main() async {
    exit(await Benchmark("colmeia-benchmark", rows()).run(Array(CommandLine.arguments.dropFirst())))
  }
}

/// All rows. Their states and effects resemble those of the reference app: strings, ids of ordinary length, nine
/// features, and sheets that are closed. A row without a goal is compared, but not judged.
func rows() -> [Row] {
  let rows = actions() + effects() + scale() + subscribers() + tables() + views()
  #if COLMEIA_CORE_ROWS
    return rows
  #else
    return rows + tools()
  #endif
}
