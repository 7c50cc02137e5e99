import ColmeiaScenario
import ColmeiaWorld
import Foundation

/// A selection of scenarios.
struct ScenarioSelection: Sendable {
  /// A file, optionally with the line of one scenario.
  struct Target: Hashable {
    var path: String
    var line: Int?
  }

  /// Substrings of titles. If empty, all titles match.
  var names: [String] = []
  /// Tags such as `smoke` or `not slow`, all of which must match.
  var tags: [String] = []

  /// Why a scenario doesn't run.
  enum Omission: Equatable {
    /// Its place or its title wasn't asked for.
    case unasked
    /// It doesn't have the tags that were asked for.
    case tags
    /// Its tag says that it runs only with another transport.
    case transport(tag: String)
  }

  /// Returns why a scenario doesn't run with a transport, or `nil` if it does.
  func omission(
    of scenario: Scenario, _ source: SourceText, _ line: Int?, _ transport: GivenWorld.TransportChoice
  ) -> Omission? {
    guard matches(scenario, source, line) else { return .unasked }
    guard hasTags(scenario) else { return .tags }
    let only = GivenWorld.TransportChoice.allCases.filter { scenario.tags.contains($0.tag) }
    return only.isEmpty || only.contains(transport) ? nil : .transport(tag: only[0].tag)
  }

  private func matches(_ scenario: Scenario, _ source: SourceText, _ line: Int?) -> Bool {
    if let line {
      let lines = source.line(of: scenario.range.lowerBound)...source.line(of: scenario.range.upperBound)
      if !lines.contains(line) { return false }
    }
    return names.isEmpty || names.contains { scenario.title.localizedStandardContains($0) }
  }

  private func hasTags(_ scenario: Scenario) -> Bool {
    tags.allSatisfy { tag in
      tag.hasPrefix("not ") ? !scenario.tags.contains(String(tag.dropFirst(4))) : scenario.tags.contains(tag)
    }
  }

  /// Parses the tags of `--tags 'smoke and not slow'`.
  static func tags(_ text: String) throws(UsageError) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace)
    let tags = words.split(separator: "and", omittingEmptySubsequences: false)
    let isList = tags.allSatisfy { $0.last != "not" && ($0.count == 1 || $0.count == 2 && $0.first == "not") }
    guard isList, !text.contains(",") else {
      throw UsageError("'--tags \(text)': tags must be joined by 'and', such as 'smoke and not slow'")
    }
    return tags.map { $0.joined(separator: " ") }
  }

  /// Returns the files at the paths. A folder stands for all `.scn` files in it, sorted by name.
  static func targets(_ paths: [String]) throws(UsageError) -> [Target] {
    var targets: [Target] = []
    for path in paths {
      let (name, line) = split(path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
        throw UsageError("no such file or folder: '\(name)'")
      }
      if let line, isFolder.boolValue {
        throw UsageError("'\(name)' is a folder, so it has no line \(line)")
      }
      targets += isFolder.boolValue ? try files(in: name).map { Target(path: $0) } : [Target(path: name, line: line)]
    }
    var seen: Set<Target> = []
    return targets.filter {
      let place = URL(filePath: $0.path).resolvingSymlinksInPath().standardized.path
      return seen.insert(Target(path: place, line: $0.line)).inserted
    }
  }

  /// Splits off the line, and the column behind it, as in the place of a failure.
  private static func split(_ path: String) -> (String, Int?) {
    guard let (name, number) = suffix(of: path) else { return (path, nil) }
    return suffix(of: name) ?? (name, number)
  }

  private static func suffix(of path: String) -> (String, Int?)? {
    guard let colon = path.lastIndex(of: ":"), let number = Int(path[path.index(after: colon)...]), number > 0 else {
      return nil
    }
    return (String(path[..<colon]), number)
  }

  /// Returns the scenario files in a folder and its subfolders, sorted by name. The folder may be a link.
  private static func files(in folder: String) throws(UsageError) -> [String] {
    let root = URL(filePath: folder).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    // The enumerator skips folders that it can't read.
    for folder in [root] + names.map({ root + "/" + $0 }) {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
      if exists, isFolder.boolValue, !FileManager.default.isReadableFile(atPath: folder) {
        throw UsageError("the folder '\(folder)' cannot be read; change its permissions")
      }
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return names.filter { $0.hasSuffix(".scn") }.sorted().map { prefix + $0 }.filter { path in
      var isFolder: ObjCBool = false
      // A broken link is reported when it is read.
      return !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue
    }
  }
}
