import ReferenceBackend

extension FuzzTarget {
  private static let start = Backend.State.demo

  /// The generation of the journals.
  private static let generation = 3

  /// The inputs are lines of JSON. Each line is given the correct length and checksum, so that mutations get past those
  /// checks. One input in eight is left unchanged.
  static let journal = FuzzTarget(
    name: "journal", summary: "the back end's journal",
    samples: [
      #"""
      {"format":"colmeia-journal","version":1,"generation":3}
      [{"canillita":{"put":{"name":"N","description":"d","createdAt":1,"updatedAt":1}}}]
      [{"canillita":{"stored":{"id":"i","newspaper":"N","title":"t","body":"b","createdAt":1}}},{"canillita":{"removed":"N"}}]
      """#,
      #"""
      {"format":"colmeia-journal","version":1,"generation":3}
      [{"user":{"id":4,"name":"D","email":"d@e.f","about":"","role":"logged"}},{"session":{"opened":{"digest":"ab","user":4}}}]
      [{"session":{"closed":{"digest":"ab"}}}]
      [{"event":{"id":4,"name":"E","description":"","permission":"public","start":1,"end":2,"organizer":4,"participants":[1]}}]
      [{"message":{"id":1,"event":1,"user":1,"text":"Oi","date":1,"clientID":"c"}}]
      """#,
      #"""
      {"format":"colmeia-journal","version":1,"generation":3}
      [{"object":{"put":{"key":"k","date":1,"fields":[{"name":"content-type","value":"a/b"}],"body":"YWI="}}}]
      [{"object":{"removed":"k"}},{"iddogUser":{"id":2,"email":"g@h.i","createdAt":1,"updatedAt":2}}]
      [{"iddogSession":{"opened":{"digest":"cd","user":2}}}]
      """#,
    ]
  ) { bytes in
    let isRaw = bytes.reduce(0) { $0 &+ Int($1) } % 8 == 0
    let journal = isRaw ? bytes : BackendJournal.framed(bytes)
    do throws(BackendJournalError) {
      let replay = try BackendJournal.replay(journal, onto: start, generation: generation)
      return problem(of: replay, journal)
    } catch {
      return "\(error)".isEmpty ? "the error has no message" : nil
    }
  }

  private static func problem(of replay: BackendJournal.Replay, _ journal: [UInt8]) -> String? {
    guard let written = try? BackendData.write(replay.state), (try? BackendData.read(written)) == replay.state else {
      return "the replayed state can't be written and read back"
    }
    // A torn line must have the same effect as no line.
    guard let torn = replay.torn else { return nil }
    let whole = Array(journal.dropLast(torn.bytes))
    guard let again = try? BackendJournal.replay(whole, onto: start, generation: generation) else {
      return "the journal can't be read without its torn line"
    }
    return again.state == replay.state && again.torn == nil ? nil : "the torn line changes the result"
  }
}
