import ColmeiaRunner
import CounterFeature

/// A command-line tool whose worlds have a server: a shell that writes its process id to the file named by the variable
/// `server`, reports that it listens, and runs forever. It is used to test what happens to the server when the tool
/// ends.
@main struct Main {
  static func main() async { await Runner(ProbeApp()).main() }
}

private struct ProbeApp: RunnableApp {
  typealias Root = Counter
  let name = "server-world-probe"

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Counter> {
    #if os(Linux) || os(macOS)
      let script = "echo $$ >\"$1\"; echo http://127.0.0.1:1; while :; do sleep 1000; done"
      let file = parts.given.variables["server"]?.string ?? "/dev/null"
      return try await ServerWorld(ServerCommand(["sh", "-c", script, "sh", file]), parts) { _ in
        LocalWorld { Self.device() }
      }
    #else
      return LocalWorld { Self.device() }
    #endif
  }

  private static func device() -> Device<Counter> { Device(Counter.State(), Counter(), CounterHandler()) }
}
