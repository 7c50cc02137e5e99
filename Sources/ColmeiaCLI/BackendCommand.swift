import Colmeia
import ColmeiaBackend
import ColmeiaRunner
import ColmeiaStorage
import ColmeiaSync
import Foundation

/// The `backend` command, which runs only the demo back end.
enum BackendCommand {
  static let command = RunnerCommand(
    CommandSyntax(
      "backend", "run the demo back end of iddog, Eventbee, S3, Canillita, Dribbble and albums on this machine",
      options: [
        .init("--port", value: "N", help: "where to listen; 0 for any free port (default: 0)"),
        .init("--data", value: "FILE", help: "keep the data in FILE and FILE.journal, and start from them"),
        .init("--empty", help: "start without the demo users, events and news"),
        .init("--hosts", value: "NAMES", help: "host names beside localhost, separated by commas"),
        .init("--faithful", help: "have Canillita behave like the original, faults included"),
      ],
      notes: """
        It listens on 127.0.0.1 only, and prints its address in its first line. Ctrl-C ends it cleanly. A request for another
        host is answered with 421, and one from a page of another site that would change something with 403.
        Photos are in the bucket colmeia-photos: access key colmeia-demo, secret colmeia-demo-secret, region us-east-1.
        Shots are below /v1, for the access token colmeia-demo. Albums are below /album: beto@colmeia.example, beto-123.
        With --data a change is on disk before it is answered, so that neither a killed process nor a power failure loses an
        answered change. When the disk fails, nothing more is answered and the command ends with code 4. Only one back
        end at a time can use a file. Ctrl-C merges FILE.journal into FILE; back up both, or FILE after that. Passwords and tokens are kept as digests; the files are readable by this user only.
        """), run: run)

  private static func run(_ arguments: CommandArguments) async throws -> ExitCode {
    let port = UInt16(try arguments.number("--port", in: 0...65_535, default: 0))
    let initial = arguments.has("--empty") ? Backend.State() : .demo
    let path = arguments["--data"]
    let opened = try await SystemFileSystem().blocking { () throws(BackendFileError) in
      try path.map { path throws(BackendFileError) in try open(path, initial) }
    }
    let backend = Backend(quirks: arguments.has("--faithful") ? .all : [])
    let stamps = StampMaker { Int(Date.now.timeIntervalSince1970) }
    let hosts = Set((arguments["--hosts"] ?? "").split(separator: ",").map(String.init))
    let failure = Guarded<BackendFileError?>(nil)
    let server = try LoopbackServer(port: port) {
      BackendHandler(
        opened?.state ?? initial, backend, hosts: hosts, makeStamp: { stamps.next() }, file: opened?.file,
        warn: { tell($0) }, fail: { error in failure.withLock { $0 = error } })
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

  private static func open(_ path: String, _ initial: Backend.State) throws(BackendFileError) -> BackendFile.Opened {
    let url = URL(filePath: path)
    let opened = try BackendFile.open(
      folder: url.deletingLastPathComponent().path, name: url.lastPathComponent, initial: { initial })
    for note in opened.notes { tell(note) }
    return opened
  }

  private static func tell(_ line: some CustomStringConvertible) {
    OutputFile.errors.write(TextStyle.plain.harmless("\(line)") + "\n")
  }
}
