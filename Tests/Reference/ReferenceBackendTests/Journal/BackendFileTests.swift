import ColmeiaStorage
import Foundation
import TestSupport
import Testing

@testable import ReferenceBackend

/// A temporary folder for a back end's file.
struct FileBench {
  let folder = TemporaryFolder()

  func open(
    _ files: any FileSystem = SystemFileSystem(), limit: Int = BackendFile.journalLimit,
    _ initial: Backend.State = Backend.State()
  ) throws(BackendFileError) -> BackendFile.Opened {
    try BackendFile.open(folder: folder.path, name: "data", files: files, limit: limit, initial: { initial })
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }
  var journal: String { path("data.journal") }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, _ name: String, mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  /// Simulates a crash: the file is released without a regular end.
  func crash(_ opened: BackendFile.Opened) {
    var file = opened.file
    file.release()
  }

  /// The names of the files, except the lock file.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != ".data.lock" }.sorted()
  }

  /// Keeps a newspaper and two items.
  static func fill(_ file: inout BackendFile) throws(BackendFileError) {
    let (groups, states) = Journals.paper()
    for (changes, state) in zip(groups, states.dropFirst()) { try file.keep(changes, of: state) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct BackendFileTests {
  private let bench = FileBench()
  private let states = Journals.paper().states

  @Test func `Kept changes survive a crash, and the journal becomes a snapshot`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    #expect(bench.text("data.journal")?.split(separator: "\n").count == 4)
    bench.crash(opened)
    let again = try bench.open(SystemFileSystem(), Backend.State.demo)
    #expect(again.state == states[3] && again.notes.isEmpty)
    #expect(bench.text("data.journal")?.split(separator: "\n").count == 1)
    bench.crash(again)
    #expect(try bench.open().state == states[3])
    #expect(bench.names == ["data", "data.journal"])
    bench.folder.remove()
  }

  @Test func `A clean end leaves only the snapshot`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    try opened.file.end(with: states[3])
    #expect(bench.names == ["data"])
    let before = bench.text("data")
    var again = try bench.open()
    #expect(again.state == states[3] && again.notes.isEmpty)
    try again.file.end(with: again.state)
    // Nothing has changed.
    #expect(bench.text("data") == before)
    bench.folder.remove()
  }

  @Test func `The files are accessible only to their owner`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    for name in bench.names {
      let mode = try FileManager.default.attributesOfItem(atPath: bench.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    bench.crash(opened)
    bench.folder.remove()
  }

  @Test func `A new file begins with the initial state on the disk`() throws {
    bench.crash(try bench.open(SystemFileSystem(), .demo))
    #expect(try BackendData.read(Array((bench.text("data") ?? "").utf8)) == .demo)
    bench.folder.remove()
  }

  @Test func `A file without a journal is read and gets a generation`() throws {
    try FileManager.default.createDirectory(atPath: bench.folder.path, withIntermediateDirectories: true)
    bench.write(String(decoding: try BackendData.write(.demo), as: UTF8.self), "data")
    let opened = try bench.open()
    #expect(opened.state == .demo)
    #expect(bench.text("data")?.contains(#""generation": 1,"#) == true)
    bench.crash(opened)
    bench.folder.remove()
  }

  @Test func `A file can't be opened by two back ends`() throws {
    let opened = try bench.open()
    #expect(throws: BackendFileError.inUse(bench.path("data"))) { try bench.open() }
    bench.crash(opened)
    bench.crash(try bench.open())
    bench.folder.remove()
  }

  @Test func `A journal older than its snapshot, left by a crash, is ignored and removed`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    let journal = try #require(bench.text("data.journal"))
    try opened.file.end(with: states[3])
    bench.write(journal, "data.journal")
    let again = try bench.open()
    #expect(again.state == states[3] && again.notes == [.leftOver(bench.journal)])
    #expect(bench.text("data.journal")?.split(separator: "\n").count == 1)
    bench.crash(again)
    bench.folder.remove()
  }

  @Test func `An incomplete last line is ignored and reported once`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    bench.crash(opened)
    bench.write(String(try #require(bench.text("data.journal")).dropLast(5)), "data.journal")
    let again = try bench.open()
    guard case .torn(bench.journal, let torn) = again.notes.first, again.notes.count == 1 else {
      Issue.record("\(again.notes)")
      return
    }
    #expect(torn.line == 4 && torn.bytes > 100)
    #expect(again.state == states[2])
    bench.crash(again)
    #expect(try bench.open().notes.isEmpty)
    bench.folder.remove()
  }

  private static let wrong = "its checksum is wrong; its content may have been confirmed: changes of canillita"

  @Test func `A damaged journal is neither used nor overwritten`() throws {
    var opened = try bench.open()
    try FileBench.fill(&opened.file)
    bench.crash(opened)
    let (data, journal) = (bench.text("data"), try #require(bench.text("data.journal")))
    let damaged = journal.replacing("Um", with: "Om")
    bench.write(damaged, "data.journal")
    let error = BackendFileError.journal(bench.journal, .damaged(line: 3, Self.wrong))
    for _ in 0..<2 { #expect(throws: error) { try bench.open() } }
    #expect(bench.text("data") == data && bench.text("data.journal") == damaged)
    // Repairs the journal as the error message suggests.
    bench.write(journal.split(separator: "\n").prefix(2).map { $0 + "\n" }.joined(), "data.journal")
    let again = try bench.open()
    #expect(again.state == states[1])
    bench.crash(again)
    bench.folder.remove()
  }

  @Test func `A journal without a snapshot, and files that are links or accessible to others, are refused`() throws {
    bench.crash(try bench.open())
    let (data, journal) = (try #require(bench.text("data")), try #require(bench.text("data.journal")))
    try FileManager.default.removeItem(atPath: bench.path("data"))
    #expect(throws: BackendFileError.orphan(bench.journal)) { try bench.open() }
    bench.write(data, "data", mode: 0o644)
    #expect(throws: BackendFileError.file(FileError(.look, bench.path("data"), .exposed(0o644)))) { try bench.open() }
    bench.write(data, "data")
    bench.write(journal, "data.journal", mode: 0o640)
    #expect(throws: BackendFileError.file(FileError(.look, bench.journal, .exposed(0o640)))) { try bench.open() }
    try FileManager.default.removeItem(atPath: bench.journal)
    try FileManager.default.createSymbolicLink(atPath: bench.journal, withDestinationPath: bench.path("data"))
    #expect(throws: BackendFileError.file(FileError(.open, bench.journal, .notAFile))) { try bench.open() }
    bench.folder.remove()
  }

  @Test func `A journal that would exceed the limit is replaced by a snapshot`() throws {
    var opened = try bench.open(limit: 1)
    let size = try #require(bench.text("data")).utf8.count
    var world = World()
    world.state.keepsChanges = true
    var generations: Set<String> = []
    for number in 0..<40 {
      _ = world.ask("POST newspapers", #"{"name":"N\#(number)","description":"d"}"#)
      try opened.file.keep(world.kept.removeLast(), of: world.state)
      let (data, journal) = (try #require(bench.text("data")), try #require(bench.text("data.journal")))
      #expect(journal.utf8.count <= max(size, data.utf8.count))
      generations.insert(String(data.split(separator: "\n")[3]))
    }
    #expect((3...20).contains(generations.count), "\(generations)")
    bench.crash(opened)
    let again = try bench.open()
    world.state.keepsChanges = false
    #expect(again.state == world.state)
    bench.crash(again)
    bench.folder.remove()
  }

  @Test func `Each error and note suggests what to do`() {
    let errors: [BackendFileError] = [
      .file(FileError(.sync, "d", .full)), .data("d", .otherFormat), .journal("d.journal", .otherFormat), .inUse("d"),
      .orphan("d.journal"), .tooLarge("d", 300_000_000), .closed("d"),
    ]
    #expect(
      errors.map(\.description) == [
        "'d' cannot be synced: there is no space left; free some and try again",
        "d: the data is JSON, but not a back end's; specify the file that the back end has written",
        "d.journal: this is not a journal of a back end; move it away",
        "d: another back end has this file open; stop it, or specify another file",
        "d.journal: the data that this journal continues is missing; restore it, or move the journal away and lose "
          + "what is in it",
        "d: the data would have 300000000 bytes, but no more than 536870912 can be read again; what was stored before "
          + "is unchanged",
        "d: nothing more is written after an error; restart the back end",
      ])
    let notes: [BackendFileNote] = [
      .torn("d.journal", .init(line: 3, bytes: 7)), .torn("d.journal", .init(line: 3, bytes: 7, lost: "X")),
      .leftOver("d.journal"),
    ]
    #expect(
      notes.map(\.description) == [
        "d.journal: line 3 is incomplete (7 bytes) and is skipped; its changes were not confirmed",
        "d.journal: line 3 is damaged (7 bytes) and is skipped; its content may have been confirmed: X",
        "d.journal: the data contains everything in this older journal, which is removed",
      ])
  }
}
