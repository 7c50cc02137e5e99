import ColmeiaStorage
import Foundation
import TestSupport
import Testing

@testable import ReferenceBackend

/// A temporary folder for a back end's file.
struct FileBench {
  let folder = Folder()

  func open(
    _ files: any FileSystem = SystemFileSystem(), _ initial: Backend.State = Backend.State()
  ) throws(BackendFileError) -> (file: BackendFile, state: Backend.State) {
    try BackendFile.open(folder: folder.path, name: "data", files: files, initial: { initial })
  }

  /// Opens the file, commits states, and closes it, as a crash at this point would.
  func commit(_ states: Backend.State...) throws(BackendFileError) {
    var file = try open().file
    defer { file.close() }
    for state in states { try file.commit(state) }
  }

  /// Opens the file, and closes it. Returns the state in it.
  func read() throws(BackendFileError) -> Backend.State {
    var (file, state) = try open()
    file.close()
    return state
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }
  func path(_ blob: Blob) -> String { path("data.blobs/\(blob.digest)") }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, _ path: String, mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// The names of all files and folders, except the lock file.
  var names: [String] { names("").filter { $0 != ".data.lock" } }
  /// The names of all files in the folder of blobs.
  var blobs: [String] { names("data.blobs") }

  private func names(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct BackendFileTests {
  private let bench = FileBench()
  private let states = PersistedStates.all
  private let blob = PersistedStates.object("one").body

  @Test func `A committed state survives a crash`() throws {
    for state in states {
      try bench.commit(state)
      #expect(try bench.read() == state)
    }
    #expect(bench.names == ["data", "data.blobs"])
    bench.folder.remove()
  }

  @Test func `The files are accessible only to their owner`() throws {
    try bench.commit(states[3])
    #expect(try bench.mode(bench.path("data")) == 0o600 && bench.mode(bench.path(blob)) == 0o600)
    #expect(try bench.mode(bench.path("data.blobs")) == 0o700)
    bench.folder.remove()
  }

  @Test func `A new file begins with the initial state on the disk`() throws {
    var file = try bench.open(SystemFileSystem(), .demo).file
    #expect(try BackendData.read(Array((bench.text("data") ?? "").utf8)) == .demo)
    file.close()
    #expect(try bench.read() == .demo)
    bench.folder.remove()
  }

  @Test func `A file can't be opened by two back ends`() throws {
    var file = try bench.open().file
    #expect(throws: BackendFileError.inUse(bench.path("data"))) { try bench.open() }
    file.close()
    #expect(throws: BackendFileError.closed(bench.path("data"))) { try file.commit(states[1]) }
    #expect(try bench.read() == states[0])
    bench.folder.remove()
  }

  @Test func `An object is written once, and removed when the snapshot no longer names it`() throws {
    let files = FaultyFileSystem()
    var file = try bench.open(files).file
    var renames: [Int] = []
    var (later, both) = (states[3], states[3])
    later.canillita.upsert(NewspaperRecord(name: "O", description: "", createdAt: 1, updatedAt: 1))
    both.objects.upsert(ObjectRow(key: "copy", body: blob, fields: [], date: 2))
    for state in [states[3], later, both, states[3], states[5], states[3]] {
      let before = files.calls.count(where: { $0 == .rename })
      try file.commit(state)
      renames.append(files.calls.count(where: { $0 == .rename }) - before)
      #expect(bench.blobs == Set(state.blobs.map(\.digest)).sorted())
    }
    // The snapshot is renamed, and so is an object that isn't on the disk.
    #expect(renames == [2, 1, 1, 1, 1, 2])
    file.close()
    bench.folder.remove()
  }

  @Test func `Objects that a crash has left are removed at the next start, and no others`() throws {
    try bench.commit(states[3])
    let left = PersistedStates.object("left").body
    bench.write("left", bench.path(left))
    bench.write("le", bench.path("data.blobs/.blob.tmp"))
    bench.write("mine", bench.path("data.blobs/notes"))
    bench.write("{", bench.path(".data.tmp"))
    #expect(try bench.read() == states[3])
    #expect(bench.blobs == [blob.digest, "notes"].sorted())
    try bench.commit(states[3])
    #expect(bench.names == ["data", "data.blobs"])
    bench.folder.remove()
  }

  @Test func `A damaged snapshot is neither used nor overwritten`() throws {
    try bench.commit(states[3])
    let data = try #require(bench.text("data"))
    for count in [0, 1, 100, data.utf8.count - 2] {
      let damaged = String(decoding: data.utf8.prefix(count), as: UTF8.self)
      bench.write(damaged, bench.path("data"))
      for _ in 0..<2 {
        let error = #expect(throws: BackendFileError.self) { try bench.open() }
        guard case .data(bench.path("data"), .notJSON) = error else {
          Issue.record("\(count): \(String(describing: error))")
          return
        }
      }
      #expect(bench.text("data") == damaged && bench.blobs == [blob.digest])
    }
    bench.write(data.replacing("Um", with: "Om"), bench.path("data"))
    #expect(throws: BackendFileError.data(bench.path("data"), .changed)) { try bench.open() }
    bench.write(data, bench.path("data"))
    #expect(try bench.read() == states[3])
    bench.folder.remove()
  }

  @Test func `A damaged or missing object is refused with its path`() throws {
    try bench.commit(states[3])
    for damaged in ["", "on", "onE", "one\0"] {
      bench.write(damaged, bench.path(blob))
      let error = BackendFileError.data(bench.path(blob), .changedBlob(blob.digest))
      for _ in 0..<2 { #expect(throws: error) { try bench.open() } }
      #expect(bench.text("data.blobs/\(blob.digest)") == damaged)
    }
    try FileManager.default.removeItem(atPath: bench.path(blob))
    let missing = BackendDataError.blob(FileError(.open, bench.path(blob), .missing))
    #expect(throws: BackendFileError.data(bench.path("data"), missing)) { try bench.open() }
    bench.write("one", bench.path(blob))
    #expect(try bench.read() == states[3])
    bench.folder.remove()
  }

  @Test func `Files of an older build are refused, and not changed`() throws {
    try bench.commit(states[0])
    let old = #"{"format": "colmeia-backend", "version": 1, "generation": 3, "state": {}}"#
    bench.write(old, bench.path("data"))
    #expect(throws: BackendFileError.data(bench.path("data"), .otherVersion(1))) { try bench.open() }
    bench.write("7f685f26 55 {}\n", bench.path("data.journal"))
    #expect(throws: BackendFileError.journal(bench.path("data.journal"))) { try bench.open() }
    #expect(bench.text("data") == old)
    // A journal alone isn't ignored either.
    try FileManager.default.removeItem(atPath: bench.path("data"))
    #expect(throws: BackendFileError.journal(bench.path("data.journal"))) { try bench.open() }
    #expect(bench.names == ["data.blobs", "data.journal"])
    bench.folder.remove()
  }

  @Test func `Objects without a snapshot, and files that are links or accessible to others, are refused`() throws {
    try bench.commit(states[3])
    let data = try #require(bench.text("data"))
    try FileManager.default.removeItem(atPath: bench.path("data"))
    #expect(throws: BackendFileError.noSnapshot(bench.path("data"))) { try bench.open() }
    #expect(bench.blobs == [blob.digest])
    bench.write(data, bench.path("data"), mode: 0o644)
    #expect(throws: BackendFileError.file(FileError(.look, bench.path("data"), .exposed(0o644)))) { try bench.open() }
    try FileManager.default.removeItem(atPath: bench.path("data"))
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("data"), withDestinationPath: bench.path(blob))
    #expect(throws: BackendFileError.file(FileError(.open, bench.path("data"), .notAFile))) { try bench.open() }
    try FileManager.default.removeItem(atPath: bench.path("data"))
    bench.write(data, bench.path("data"))
    bench.write("one", bench.path(blob), mode: 0o640)
    let exposed = BackendDataError.blob(FileError(.look, bench.path(blob), .exposed(0o640)))
    #expect(throws: BackendFileError.data(bench.path("data"), exposed)) { try bench.open() }
    bench.folder.remove()
  }

  @Test func `Each error suggests what to do`() {
    let errors: [BackendFileError] = [
      .file(FileError(.sync, "d", .full)), .data("d", .otherFormat), .journal("d.journal"), .inUse("d"),
      .noSnapshot("d"), .tooLarge("d", 600_000_000), .closed("d"),
    ]
    #expect(
      errors.map(\.description) == [
        "'d' cannot be synced: there is no space left; free some and try again",
        "d: the data is JSON, but not a back end's; specify the file that the back end has written",
        "d.journal: an older build has written this journal, and this build can't read it; use the build that wrote "
          + "it, or specify another file",
        "d: another back end has this file open; stop it, or specify another file",
        "d: the data is missing, but its objects and photos are in d.blobs; restore it, or move them away",
        "d: the data would have 600000000 bytes, but no more than 536870912 can be read again; what was stored before "
          + "is unchanged",
        "d: nothing more is written after an error; restart the back end",
      ])
  }
}
