import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct JournalReaderTests {
  private let groups = Journals.paper().groups
  private let states = Journals.paper().states

  private func replay(
    _ text: String, generation: Int = 3
  ) throws(BackendJournalError) -> BackendJournal.Replay {
    try BackendJournal.replay(Array(text.utf8), onto: states[0], generation: generation)
  }

  @Test func `A journal consists of human-readable lines`() throws {
    let text = try Journals.text([groups[0]])
    #expect(
      text == """
        7f685f26 55 {"format":"colmeia-journal","version":1,"generation":3}
        5a349823 100 [{"canillita":{"put":{"name":"N","description":"d","createdAt":1566820001,"updatedAt":1566820001}}}]

        """)
  }

  @Test func `A journal without changes adds nothing`() throws {
    #expect(try replay(try Journals.text([])) == .init(state: states[0], records: 0))
  }

  @Test func `A last line that is cut off at any byte is ignored`() throws {
    let (before, whole) = (try Journals.text(Array(groups[..<2])), try Journals.text(groups))
    let count = whole.utf8.count - before.utf8.count
    for missing in 2..<count {
      let found = try replay(String(decoding: whole.utf8.dropLast(missing), as: UTF8.self))
      #expect(found == .init(state: states[2], records: 2, torn: .init(line: 4, bytes: count - missing)))
    }
    // Only the line feed is missing.
    #expect(try replay(String(whole.dropLast())) == .init(state: states[3], records: 3))
    let unreadable = "it cannot be read"
    #expect(try replay(before + "\0\0\0").torn == .init(line: 4, bytes: 3, lost: unreadable))
  }

  @Test func `The error for a damaged last line names the changes that may have been confirmed`() throws {
    let whole = Array(try Journals.text(groups).utf8)
    // The last byte is the line feed, and the byte before it ends the changes.
    for (missing, damaged, lost) in [(0, 1, "changes of canillita"), (1, 1, "it cannot be read")] {
      var bytes = Array(whole.dropLast(missing))
      bytes[bytes.count - damaged] ^= 0x04
      let replay = try BackendJournal.replay(bytes, onto: states[0], generation: 3)
      #expect(replay.records == 2 && replay.torn?.line == 4 && replay.torn?.lost == lost)
    }
    var bytes = whole
    bytes[bytes.count - 10] ^= 0x01
    let error = #expect(throws: BackendJournalError.self) {
      try BackendJournal.replay(bytes, onto: states[0], generation: 3)
    }
    guard case .damaged(4, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "its checksum is wrong; its content may have been confirmed: changes of canillita")
  }

  @Test func `Any other damage is reported with its line`() throws {
    let bytes = Array(try Journals.text(groups).utf8)
    var line = 1
    for place in bytes.indices.dropLast() {
      for mask in [0x01, 0x20, 0x80] as [UInt8] {
        var damaged = bytes
        damaged[place] ^= mask
        let found = Result { () throws(BackendJournalError) in
          try BackendJournal.replay(damaged, onto: states[0], generation: 3)
        }
        switch found {
        case .failure(.damaged(let reported, _)): #expect(reported == line || damaged[place] == 10)
        case .failure(.otherFormat): #expect(line == 1)
        case .failure(let error): Issue.record("\(error) at byte \(place)")
        case .success: Issue.record("byte \(place) is damaged, but no error is reported")
        }
      }
      if bytes[place] == 10 { line += 1 }
    }
  }

  @Test func `Missing, repeated and reordered lines are refused as damage`() throws {
    let lines = try Journals.text(groups).split(separator: "\n").map { $0 + "\n" }
    for (damaged, line) in [
      ([0, 2, 3], 2), ([0, 1, 3], 3), ([0, 1, 1, 2, 3], 3), ([0, 2, 1, 3], 2), ([0, 1, 2, 3, 3], 5), ([1, 2, 3], 1),
      ([1], 1),
    ] {
      let text = damaged.map { lines[$0] }.joined()
      let error = #expect(throws: BackendJournalError.self) { try replay(text) }
      guard case .damaged(line, let reason) = error else {
        Issue.record("\(damaged): \(String(describing: error))")
        continue
      }
      #expect(reason.hasPrefix("its checksum is wrong; its content may have been confirmed: "), "\(damaged)")
    }
  }

  @Test func `A journal of an older generation adds nothing, and one of a newer generation is refused`() throws {
    let text = try Journals.text(groups)
    #expect(try replay(text, generation: 4) == .init(state: states[0], records: nil))
    #expect(throws: BackendJournalError.newer(3, snapshot: 2)) { try replay(text, generation: 2) }
  }

  @Test(arguments: [
    "", "\n", "nothing", "{}", #"{"format":"colmeia-journal","version":1,"generation":3}"#, "00000000 0 \n",
    "00000000 99999999999 \n", "0000000g 0 \n", "00000000 -1 \n", "00000000\n",
  ])
  func `Text in another format is not a journal`(text: String) {
    let error = #expect(throws: BackendJournalError.self) { try replay(text) }
    #expect(error == .otherFormat)
  }

  @Test(arguments: [
    (#"{"format":"another","version":1,"generation":3}"#, BackendJournalError.otherFormat),
    (#"{"format":"colmeia-journal","version":2,"other":[]}"#, .otherVersion(2)),
    (#"{"format":"colmeia-journal","version":1}"#, .damaged(line: 1, "it has no generation")),
    (#"{"format":"colmeia-journal","version":1,"generation":-1}"#, .damaged(line: 1, "it has no generation")),
    ("[]", .otherFormat),
  ])
  func `An invalid header is refused`(header: String, error: BackendJournalError) {
    var checksum: UInt32 = 0
    let line = JournalLine.bytes(Array(header.utf8), after: &checksum)
    #expect(throws: error) { try BackendJournal.replay(line, onto: states[0], generation: 3) }
  }

  @Test(arguments: [
    (#"[{"canillita":{"removed":"X"}}]"#, "a newspaper to be removed doesn't exist"),
    (#"[{"object":{"removed":"X"}}]"#, "an object to be removed doesn't exist"),
    (#"[{"session":{"closed":{"digest":"X"}}}]"#, "a session to be ended doesn't exist"),
    (#"[{"session":{"opened":{"digest":"X","user":9}}}]"#, "eventbee: a session is of user 9, who doesn't exist"),
    (#"[{"iddogUser":{"id":2,"email":"a@b.c","createdAt":1,"updatedAt":1}}]"#, "user 2 is out of order"),
    (#"[{"message":{"id":2,"event":1,"user":1,"text":"","date":1}}]"#, "message 2 is out of order; the next one is 1"),
    (#"[{"other":1}]"#, "other"), ("{}", "expected an array"), ("[", "line 1"),
  ])
  func `An impossible change is refused even with a correct checksum`(json: String, reason: String) throws {
    var checksum: UInt32 = 0
    var bytes = try BackendJournal.header(generation: 3, &checksum)
    bytes += JournalLine.bytes(Array(json.utf8), after: &checksum)
    let error = #expect(throws: BackendJournalError.self) {
      try BackendJournal.replay(bytes, onto: states[0], generation: 3)
    }
    let description = error.map { "\($0)" } ?? ""
    #expect(description.hasPrefix("line 2 of the journal is damaged: "))
    #expect(description.contains(reason), "\(description)")
  }

  @Test func `A journal contains no passwords or tokens`() throws {
    var world = World.eventbee
    world.state.keepsChanges = true
    _ = world.ask("POST users", #"{"name":"D","email":"d@bee.example","password":"davi-secret"}"#)
    _ = world.ask("POST users/login", #"{"email":"d@bee.example","password":"davi-secret"}"#)
    _ = world.ask("POST users/login_facebook", #"{"facebook_token":"fb-davi"}"#)
    _ = world.ask("POST signup", #"{"email":"a@b.c"}"#)
    _ = world.ask("GET users/logoff", token: "token-2")
    #expect(world.kept.count == 5)
    let text = try Journals.text(world.kept)
    for secret in ["davi-secret", "fb-davi", "token-", Base64.encodeForURL(Array("token-4".utf8))] {
      #expect(!text.contains(secret))
    }
  }

  @Test func `Each error message suggests what to do`() {
    let errors: [BackendJournalError] = [
      .otherFormat, .otherVersion(2), .newer(4, snapshot: 3), .damaged(line: 7, "X"),
    ]
    #expect(
      errors.map(\.description) == [
        "this is not a journal of a back end; move it away",
        "the journal has version 2, this build reads version 1; use the build that wrote it",
        "the journal continues generation 4 of the data, but the data has generation 3; restore the data that "
          + "belongs to it, or move the journal away and lose what is in it",
        "line 7 of the journal is damaged: X; restore a copy of data and journal, or delete this line and all after it "
          + "and lose what is in them",
      ])
  }
}
