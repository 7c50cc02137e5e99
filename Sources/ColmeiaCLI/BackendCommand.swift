import ColmeiaBackend
import ColmeiaRunner
import ColmeiaStorage
import Foundation

/// `backend`: runs the demo back end alone.
enum BackendCommand {
  static let command = RunnerCommand(
    CommandSyntax(
      "backend", "run the demo back end of iddog, Eventbee, S3, Canillita and Dribbble on this machine",
      options: [
        .init("--port", value: "N", help: "where to listen; 0 for any free port (default: 0)"),
        .init("--data", value: "FILE", help: "what there is: read at the start, written at a clean end"),
        .init("--empty", help: "begin with nothing instead of the demo users, events and news"),
        .init("--faithful", help: "have Canillita do what the original does, its faults included"),
      ],
      notes: """
        It listens at 127.0.0.1 only, and says where in its first line. Ctrl-C ends it cleanly.
        Photos are in the bucket colmeia-photos: access key colmeia-demo, secret colmeia-demo-secret, region us-east-1.
        Shots are below /v1, for the access token colmeia-demo.
        Passwords and tokens are kept as digests; the file is readable by this user only.
        """), run: run)

  private static func run(_ arguments: CommandArguments) async throws -> ExitCode {
    DescriptorLimit.raise()
    let port = UInt16(try arguments.number("--port", in: 0...65_535, default: 0))
    let path = arguments["--data"]
    let file = path.map(AtomicFile.init(path:))
    let state: Backend.State
    do { state = try start(file, isEmpty: arguments.has("--empty")) } catch let error as BackendDataError {
      throw DataFileError(path: path ?? "", error: error)
    }
    let backend = Backend(quirks: arguments.has("--faithful") ? .all : [])
    let stamps = StampMaker { Int(Date.now.timeIntervalSince1970) }
    let server = try LoopbackServer(port: port) {
      BackendHandler(state, backend, makeStamp: { stamps.next() }) { warning in
        FileHandle.standardError.write(Data("\(warning)\n".utf8))
      }
    }
    FileHandle.standardOutput.write(Data("listening at \(server.origin)\n".utf8))
    await Interrupts.next()
    let last = await server.ask { $0.state }
    await server.stop()
    if let file, let last { try file.write(BackendData.write(last)) }
    return .success
  }

  private static func start(_ file: AtomicFile?, isEmpty: Bool) throws -> Backend.State {
    if let bytes = try file?.read(limit: 64 << 20) { return try BackendData.read(bytes) }
    return isEmpty ? Backend.State() : .demo
  }
}

/// The file with the data cannot be used.
private struct DataFileError: Error, CustomStringConvertible {
  let path: String
  let error: BackendDataError
  var description: String { "\(path): \(error)" }
}

extension AtomicFile {
  /// The file at a path.
  init(path: String) {
    let url = URL(filePath: path)
    self.init(folder: url.deletingLastPathComponent().path, name: url.lastPathComponent)
  }
}
