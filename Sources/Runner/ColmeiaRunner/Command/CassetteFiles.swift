import ColmeiaCassette
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaWorld
import Foundation

/// The recordings of a run. Each scenario has its own, so that scenarios that run in parallel don't mix.
struct CassetteFiles: Sendable {
  private enum Mode: Sendable {
    case none
    case recording(String)
    case replaying(String, Cassette)
  }

  private let mode: Mode

  /// Reads the options of the command line.
  ///
  /// - Throws: ``UsageError`` if both options are given, a cassette can't be read, or its folder doesn't exist.
  init(record: String?, replay: String?) throws(UsageError) {
    switch (record, replay) {
    case (nil, nil): mode = .none
    case (.some, .some): throw UsageError("--record and --replay cannot be combined; remove one")
    case (let path?, nil):
      try Self.checkFolder(path)
      mode = .recording(path)
    case (nil, let path?):
      do throws(CassetteError) { mode = .replaying(path, try Cassette(path: path)) } catch {
        throw UsageError("--replay: \(error)")
      }
    }
  }

  /// Checks the path of a recording before anything runs.
  private static func checkFolder(_ path: String) throws(UsageError) {
    if path.isEmpty || path == "-" { throw UsageError("--record", mustBe: "the path of a file", not: path) }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw UsageError("--record: '\(path)' is a folder; name a file in it")
    }
    if let end = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
      !FileManager.default.fileExists(atPath: path)
    {
      throw UsageError("--record: '\(path)' links to '\(end)', which does not exist; name a file")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UsageError("--record: the folder '\(folder)' does not exist; create it first")
    }
    let target = URL(filePath: path).resolvingSymlinksInPath()
    let type = try? FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
    let targetFolder = target.deletingLastPathComponent().path
    // A device or a pipe is not replaced.
    guard type ?? .typeRegular != .typeRegular || FileManager.default.isWritableFile(atPath: targetFolder) else {
      throw UsageError("--record: nothing can be written to the folder '\(targetFolder)'; change its permissions")
    }
  }

  /// Returns the tape of each scenario. If several scenarios have the same file and title, they are assigned to
  /// recordings in order.
  func tapes(
    for scenarios: [(SourceText, Scenario)], changing: Set<String>
  ) throws(UsageError) -> [NetworkTape] {
    var tapes: [NetworkTape] = []
    var uses: [[String]: Int] = [:]
    for (source, scenario) in scenarios {
      let (file, title) = (URL(filePath: source.name).lastPathComponent, source.masker(scenario.title))
      switch mode {
      case .none: tapes.append(.none)
      case .recording:
        let date = scenario.date ?? WallClock.now()
        tapes.append(
          .recording(CassetteRecording(title, file: file, date: date, changing: changing)))
      case .replaying(let path, let cassette):
        let use = uses[[file, title], default: 0]
        uses[[file, title]] = use + 1
        tapes.append(
          .replaying(CassetteReplay(try Self.tape(title, file, use, path, cassette), isInOrder: true)))
      }
    }
    return tapes
  }

  /// Returns the recording of a scenario with the same title, preferably of the same file. Files may have been renamed.
  private static func tape(
    _ title: String, _ file: String, _ use: Int, _ path: String, _ cassette: Cassette
  ) throws(UsageError) -> CassetteTape {
    let sameTitle = cassette.tapes.filter { $0.name == title }
    let sameFile = sameTitle.filter { $0.file == file }
    let fitting = sameFile.isEmpty ? sameTitle : sameFile
    if fitting.indices.contains(use) { return fitting[use] }
    throw UsageError(
      "--replay: '\(path)' has no recording of the scenario '\(title)'; record it, or select others with --name",
      NearestName.of(title, in: cassette.names.filter { $0 != title }))
  }

  /// Writes the cassette, if recording was requested, on the calling thread. Returns a sentence about it.
  ///
  /// - Throws: ``CassetteError``.
  func write(_ tapes: [NetworkTape]) throws(CassetteError) -> String? {
    guard case .recording(let path) = mode else { return nil }
    let cassette = Cassette(joining: tapes.compactMap { $0.recording?.cassette })
    try cassette.writeHere(to: path)
    let count = cassette.count
    var text = "recorded \(count) \(count == 1 ? "exchange" : "exchanges") in \(path)"
    if count == 0 { text += "; this app has sent nothing through its world's network" }
    if cassette.leftOut > 0 { text += "; \(cassette.leftOut) over the limit were omitted" }
    return text
  }
}
