import ColmeiaJSON
import ColmeiaStorage
import Testing

@testable import ReferenceBackend

@Suite struct BackendDataTests {
  @Test func `A state is restored unchanged and always encoded to the same bytes`() throws {
    for state in [Backend.State(), .demo, World.eventbee.state, walked()] {
      let bytes = try BackendData.write(state)
      let read = try BackendData.read(bytes)
      #expect(read == state)
      #expect(try BackendData.write(read) == bytes)
    }
  }

  @Test func `Every single-bit error is detected`() throws {
    let bytes = try BackendData.write(Backend.State())
    #expect(bytes.count > 200)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: BackendDataError.self, "bit \(bit) of byte \(index)") { try BackendData.read(changed) }
      }
    }
  }

  @Test func `A document without a checksum can be read, for editing by hand`() throws {
    let text = String(decoding: try BackendData.write(.demo), as: UTF8.self)
    let changed = text.replacing("Encontro de cães", with: "Encontro de gatos")
    #expect(throws: BackendDataError.changed) { try BackendData.read(Array(changed.utf8)) }
    let state = try BackendData.read(BackendData.unchecked(changed))
    #expect(state.eventbee.events[id: 1]?.details.name == "Encontro de gatos")
  }

  @Test func `A back end continues from its stored state`() throws {
    var world = World.eventbee
    _ = world.exchange("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    var restarted = world
    restarted.state = try BackendData.read(try BackendData.write(world.state))
    for line in ["GET users", "GET events/1/users", "GET users/logoff", "GET users", "GET events"] {
      #expect(restarted.exchange(line, token: "token-1") == world.exchange(line, token: "token-1"))
    }
    let event = #"{"name":"N","permission":"p","datetime_start":1,"datetime_end":1}"#
    #expect(restarted.exchange("POST events", token: "ana", event).text.hasPrefix(#"{"id":4,"#))
  }

  @Test func `A document contains no passwords and no issued tokens`() throws {
    var world = World.eventbee
    let login = world.exchange("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    let signUp = world.exchange("POST signup", #"{"email":"a@b.c"}"#)
    #expect(login.status == 200 && signUp.status == 200)
    let text = String(decoding: try BackendData.write(world.state), as: UTF8.self)
    for secret in ["ana-123", "token-1", "token-2", Base64.encodeForURL(Array("token-2".utf8))] {
      #expect(!text.contains(secret))
    }
  }

  @Test(arguments: ["", "{", "nothing", "[1,]"])
  func `Text that isn't JSON is refused`(text: String) {
    let error = #expect(throws: BackendDataError.self) { try BackendData.read(Array(text.utf8)) }
    guard case .notJSON = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "[]", "7", "{}", #"{"version":1}"#, #"{"format":"colmeia-backend"}"#,
    #"{"format":"colmeia-backend","version":"1"}"#, #"{"format":"colmeia-backend","version":2.5}"#,
    #"{"format":"another","version":2}"#,
  ])
  func `JSON in another format is refused`(text: String) {
    #expect(throws: BackendDataError.otherFormat) { try BackendData.read(Array(text.utf8)) }
  }

  @Test(arguments: [0, 1, 3, -1])
  func `Another version is refused before its content is read`(version: Int) {
    let text = #"{"format":"colmeia-backend","version":\#(version),"state":"new"}"#
    #expect(throws: BackendDataError.otherVersion(version)) { try BackendData.read(Array(text.utf8)) }
  }

  @Test func `Each error message suggests what to do`() {
    let errors: [BackendDataError] = [
      .notJSON("X"), .otherFormat, .otherVersion(3), .damaged("X"), .changed,
      .blob(FileError(.open, "d.blobs/1", .missing)), .changedBlob("1"), .notWritten("X"),
    ]
    #expect(
      errors.map(\.description) == [
        "the data is not JSON: X; restore a copy, or start with a new file",
        "the data is JSON, but not a back end's; specify the file that the back end has written",
        "the data has version 3, this build reads version 2; use the build that wrote it",
        "the data is damaged: X; restore a copy, correct it there, or start with a new file",
        "the data is not what was written: its checksum is wrong; restore a copy, or, if you have changed it yourself, "
          + "delete the checksum",
        "an object or a photo can't be read: 'd.blobs/1' cannot be opened: it does not exist; restore the file from a copy, "
          + "or delete what names it and the checksum from the data",
        "this file of an object or a photo is not what was written; restore the file from a copy, or delete what names "
          + "it and the checksum from the data",
        "the data could not be written: X; please report this",
      ])
  }

  /// Returns the state after a random program.
  private func walked() -> Backend.State {
    var program = Program(seed: 5)
    for _ in 0..<200 { _ = program.step() }
    program.world.state.eventbee.guesses = GuessTable()
    return program.world.state
  }
}

extension BackendData {
  /// Reads a document whose objects and photos are those of `state`.
  static func read(
    _ bytes: [UInt8], blobsOf state: Backend.State = Backend.State()
  ) throws(BackendDataError) -> Backend.State {
    try read(bytes) { digest throws(BackendDataError) in
      guard let blob = state.blobs.first(where: { $0.digest == digest }) else {
        throw .blob(FileError(.open, digest, .missing))
      }
      return blob.bytes
    }
  }

  /// Returns a document without its checksum.
  static func unchecked(_ text: String) -> [UInt8] {
    Array(text.replacing(/"checksum":"[0-9a-f]*",/, with: "").utf8)
  }

  /// Returns the document of a state without its checksum, indented.
  static func writeUnchecked(_ state: Backend.State) throws -> [UInt8] {
    let text = String(decoding: try write(state), as: UTF8.self)
    return try JSON(parsing: unchecked(text)).bytes(.pretty)
  }
}
