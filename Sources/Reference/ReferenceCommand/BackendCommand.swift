import ColmeiaBase
import ColmeiaRunner
import ColmeiaScenario
import Foundation
import ReferenceBackend

/// The `backend` command, which runs only the demo back end.
enum BackendCommand {
  static let command = RunnerCommand(
    CommandSyntax(
      "backend", "run the demo back end of iddog, Eventbee, S3, Canillita, Dribbble and albums on this machine",
      options: [
        .init("--port", value: "N", help: "the port to listen on; 0 for any free port (default: 0)"),
        .init("--data", value: "FILE", help: "store the data in FILE, photos in FILE.blobs, and load it at the start"),
        .init("--empty", help: "start without the demo users, events and news"),
        .init("--hosts", value: "NAMES", help: "accepted host names besides localhost, separated by commas"),
        .init("--faithful", help: "make Canillita behave like the original, including its faults"),
      ],
      notes: """
        The server listens on 127.0.0.1 only, and prints its address on the first line. Ctrl-C stops it cleanly. A
        request for another host gets status 421. A cross-site request that would change data gets status 403.
        Photos are in the bucket colmeia-photos: access key colmeia-demo, secret colmeia-demo-secret, region us-east-1.
        Shots are under /v1, with access token colmeia-demo. Albums are under /album: beto@colmeia.example, beto-123.
        Members of Eventbee are ana, bruno and carla: carla@colmeia.example, carla-123.
        With --data, a change is on disk before its response is sent, so neither a killed process nor a power failure
        loses a confirmed change. If the disk fails, the server stops responding and the command ends with code 4.
        Only one back end at a time can use a file. Back up FILE and the folder FILE.blobs together, after Ctrl-C.
        Passwords and tokens are stored as digests; only this user can read the files.
        """), run: run)

  private static func run(_ arguments: CommandArguments) async throws -> ExitCode {
    let port = UInt16(try arguments.number("--port", in: 0...65_535, default: 0))
    let initial = arguments.has("--empty") ? Backend.State() : .demo
    let path = arguments["--data"]
    let opened = try await SystemFileSystem().blocking { () throws(BackendFileError) in
      try path.map { path throws(BackendFileError) in try open(path, initial) }
    }
    let backend = Backend(quirks: arguments.has("--faithful") ? .all : [])
    let contexts = RequestContextMaker { Int(Date.now.timeIntervalSince1970) }
    let hosts = Set((arguments["--hosts"] ?? "").split { $0 == "," || $0 == " " }.map(String.init))
    let failure = Guarded<BackendFileError?>(nil)
    let server = try LoopbackServer(port: port) {
      BackendHandler(
        opened?.state ?? initial, backend, hosts: hosts, makeContext: { contexts.next() }, file: opened?.file,
        warn: { printLine($0) }, fail: { error in failure.withLock { $0 = error } })
    }
    OutputFile.standard.write("listening at \(server.origin)\n")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await Interrupts.next()
        await server.stop()
      }
      // The server may also end by itself.
      await server.ended()
      group.cancelAll()
    }
    if let failure = failure.withLock(\.self) { throw failure }
    return .success
  }

  private static func open(
    _ path: String, _ initial: Backend.State
  ) throws(BackendFileError) -> (file: BackendFile, state: Backend.State) {
    let url = URL(filePath: path)
    return try BackendFile.open(
      folder: url.deletingLastPathComponent().path, name: url.lastPathComponent, initial: { initial })
  }

  private static func printLine(_ line: some CustomStringConvertible) {
    OutputFile.errors.write(TextStyle.plain.harmless("\(line)") + "\n")
  }
}
