import Foundation

@main struct Command {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    #if COLMEIA_CORE_ROWS
      exit(await BenchmarkCommand("Benchmark", rows()).run(arguments))
    #else
      switch arguments.first {
      case "--serve": exit(await serve(arguments.dropFirst().first))
      case "--rounds": exit(await rounds(Array(arguments.dropFirst())))
      case "--document":
        FileHandle.standardOutput.write(Data(document))
        exit(0)
      default: break
      }
      let code = await BenchmarkCommand("Benchmark", rows()).run(arguments)
      await closeSharedConnections()
      exit(code)
    #endif
  }
}

/// All rows. Their states and effects resemble those of the reference app: strings, ids of ordinary length, nine
/// features, and sheets that are closed. A row without a goal is compared, but not judged.
func rows() -> [Row] {
  let rows = actions() + effects() + scale() + subscribers() + tables() + views()
  #if COLMEIA_CORE_ROWS
    return rows
  #else
    return rows + tools() + systemRows()
  #endif
}
