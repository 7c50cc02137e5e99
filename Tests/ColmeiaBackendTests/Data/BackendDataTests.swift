import ColmeiaHTTP
import ColmeiaJSON
import Testing

@testable import ColmeiaBackend

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
    let bytes = try BackendData.write(Backend.State(), generation: 3)
    #expect(bytes.count > 200)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(throws: BackendDataError.self, "bit \(bit) of byte \(place)") { try BackendData.read(changed) }
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
    _ = world.ask("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    var restarted = world
    restarted.state = try BackendData.read(try BackendData.write(world.state))
    for line in ["GET users", "GET events/1/users", "GET users/logoff", "GET users", "GET events"] {
      #expect(restarted.ask(line, token: "token-1") == world.ask(line, token: "token-1"))
    }
    let event = #"{"name":"N","permission":"p","datetime_start":1,"datetime_end":1}"#
    #expect(restarted.ask("POST events", token: "ana", event).text.hasPrefix(#"{"id":4,"#))
  }

  @Test func `A document contains no passwords and no issued tokens`() throws {
    var world = World.eventbee
    let login = world.ask("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    let signUp = world.ask("POST signup", #"{"email":"a@b.c"}"#)
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
    #"{"format":"colmeia-backend","version":"1"}"#, #"{"format":"colmeia-backend","version":1.5}"#,
    #"{"format":"another","version":1}"#,
  ])
  func `JSON in another format is refused`(text: String) {
    #expect(throws: BackendDataError.otherFormat) { try BackendData.read(Array(text.utf8)) }
  }

  @Test(arguments: [0, 2, -1])
  func `Another version is refused before its content is read`(version: Int) {
    let text = #"{"format":"colmeia-backend","version":\#(version),"state":"new"}"#
    #expect(throws: BackendDataError.otherVersion(version)) { try BackendData.read(Array(text.utf8)) }
  }

  @Test func `Each error message suggests what to do`() {
    let errors: [BackendDataError] = [
      .notJSON("X"), .otherFormat, .otherVersion(2), .damaged("X"), .changed, .notWritten("X"),
    ]
    #expect(
      errors.map(\.description) == [
        "the data is not JSON: X; restore a copy, or start with a new file",
        "the data is JSON, but not a back end's; specify the file that the back end has written",
        "the data has version 2, this build reads version 1; use the build that wrote it",
        "the data is damaged: X; restore a copy, correct it there, or start with a new file",
        "the data is not what was written: its checksum is wrong; restore a copy, or, if you have changed it yourself, "
          + "delete the line with the checksum",
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
  /// Returns a document without its checksum.
  static func unchecked(_ text: String) -> [UInt8] {
    Array(text.replacing(/\ *"checksum": "[0-9a-f]*",\n/, with: "").utf8)
  }

  /// Returns the document of a state without its checksum.
  static func writeUnchecked(_ state: Backend.State) throws(BackendDataError) -> [UInt8] {
    unchecked(String(decoding: try write(state), as: UTF8.self))
  }
}
