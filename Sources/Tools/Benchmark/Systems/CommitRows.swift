import ColmeiaHTTP
import ColmeiaStorage
import Foundation
import ReferenceBackend
import ReferenceS3
import Synchronization

/// Rows for a commit of the back end: a login, whose session is on the disk when the commit returns.
///
/// A commit writes a snapshot of everything except objects, so its time grows with the number of users: 4.3 million
/// times an uncontended mutex for 10,000 users with a session each, which is 43 ms where a mutex takes 10 ns. Three
/// quarters of that are the encoding of users and sessions. The device's time comes on top. Requests that arrive while
/// a commit is written share the next one, so a back end in use commits once for many requests.
func commits() -> [Row] {
  [
    commit("bc", "a commit of the back end with 10 users", users: 10),
    commit("bc.10k", "the same with 10,000 users", users: 10_000),
    commit("bc.32M", "the same with 10 users and 32 MiB of objects", users: 10, objects: 32),
  ]
}

private func commit(_ name: String, _ what: String, users: Int, objects: Int = 0) -> Row {
  Row(
    name, what,
    trial: {
      let backend = CommittingBackend(users: users, objects: objects)
      return Trial(run: { n in for _ in 0..<n { backend.commit() } }, end: { backend.end() })
    }, changesThreads: true)
}

/// A back end with a file, and with users who are logged in.
private final class CommittingBackend: Sendable {
  private static let origin = "http://localhost"
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "colmeia-benchmark-\(ProcessInfo.processInfo.globallyUniqueString)")
  private let handler: Mutex<BackendHandler>

  /// Creates a back end with this many users, and objects of 1 MiB.
  init(users: Int, objects: Int) {
    var settings = ObjectSettings()
    settings.capacity = (objects + 1) << 20
    let backend = Backend(objects: settings, passwordRounds: 1)
    let makeContext = contexts()
    var state = Backend.State.demo
    func send(_ request: HTTPRequest) {
      let response = state.handle(request, makeContext(), by: backend)
      if response.status >= 300 { preconditionFailure("\(request): \(response.status)") }
    }
    // The demo has three users.
    for number in 3..<users {
      let person = #""email":"p\#(number)@colmeia.example","password":"p""#
      send(Self.post("/users", #"{"name":"Pessoa \#(number)",\#(person)}"#))
      send(Self.post("/users/login", "{\(person)}"))
    }
    let signer = S3Signer(S3Credentials(accessKey: settings.accessKey, secret: Token(settings.secret)))
    for number in 0..<objects {
      let body = [UInt8](repeating: UInt8(number), count: 1 << 20)
      let request = HTTPRequest(
        .put, origin: Self.origin, path: "/\(settings.bucket)/\(number)", body: body)
      send(signer.sign(request, at: makeContext().date))
    }
    do {
      let (file, state) = try BackendFile.open(folder: folder.path, name: "data") { state }
      handler = Mutex(BackendHandler(state, backend, makeContext: makeContext, file: file))
    } catch { preconditionFailure("\(error)") }
  }

  func commit() {
    handler.withLock { handler in
      keep(handler.handle(Self.post("/users/login", #"{"email":"p3@colmeia.example","password":"p"}"#), 1).count)
      if !handler.hasUncommitted || !handler.commit() { preconditionFailure("nothing was committed") }
    }
  }

  func end() {
    handler.withLock { $0.end() }
    do { try FileManager.default.removeItem(at: folder) } catch { print(error) }
  }

  private static func post(_ path: String, _ body: String) -> HTTPRequest {
    HTTPRequest(
      .post, origin: origin, path: path, headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(body.utf8))
  }
}
