import ColmeiaScenario
import ColmeiaWorld
import Foundation

/// A selection of scenarios.
struct ScenarioSelection: Sendable {
  /// A file, optionally with the line of one scenario.
  struct Target: Hashable {
    var path: String
    var line: Int?
    /// The folder in which the files are that it may include.
    var root = ""
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

  /// Returns the files at the paths, and what can't be searched or read. A folder stands for all `.scn` files in it and
  /// in its folders, sorted by name, except hidden files and folders, and those of build systems.
  static func targets(
    _ paths: [String], root: String?
  ) throws(UsageError) -> (targets: [Target], problems: [String]) {
    var targets: [Target] = []
    var problems: [String] = []
    if let root {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
        throw UsageError("--root: no such folder: '\(root)'")
      }
    }
    for path in paths {
      let (name, line) = split(path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
        throw UsageError("no such file or folder: '\(name)'")
      }
      if let line, isFolder.boolValue {
        throw UsageError("'\(name)' is a folder, so it has no line \(line)")
      }
      guard isFolder.boolValue else {
        targets.append(Target(path: name, line: line, root: folder(of: name)))
        continue
      }
      var found: [String] = []
      search(name, &found, &problems)
      targets += found.map { Target(path: $0, root: name) }
    }
    var seen: Set<Target> = []
    return (
      targets.filter {
        let location = URL(filePath: $0.path).resolvingSymlinksInPath().standardized.path
        return seen.insert(Target(path: location, line: $0.line)).inserted
      }, problems
    )
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

  /// The names of folders of build systems, beside the hidden ones.
  private static let buildFolders: Set<String> = ["node_modules"]

  /// Finds the scenario files in a folder and its folders. The folder itself may be a link, the others aren't followed.
  private static func search(_ folder: String, _ files: inout [String], _ problems: inout [String]) {
    guard let directory = opendir(folder) else {
      return problems.append("the folder '\(folder)' cannot be read: \(String(cString: strerror(errno)))")
    }
    var names: [String] = []
    while let entry = readdir(directory) {
      let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        problems.append("in '\(folder)', the name '\(String(decoding: bytes, as: UTF8.self))' is not in UTF-8")
        continue
      }
      if !name.hasPrefix("."), !buildFolders.contains(name) { names.append(name) }
    }
    closedir(directory)
    for name in names.sorted() {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var (own, other) = (stat(), stat())
      guard lstat(path, &own) == 0 else { continue }
      if own.st_mode & S_IFMT == S_IFDIR {
        search(path, &files, &problems)
      } else if name.hasSuffix(".scn") {
        if stat(path, &other) != 0 {
          problems.append("'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        } else if other.st_mode & S_IFMT == S_IFREG {
          files.append(path)
        } else if other.st_mode & S_IFMT != S_IFDIR {
          problems.append("'\(path)' is not a regular file")
        }
      }
    }
  }

  /// Returns the files that scenario files include, from the folder of the including file, and inside a root.
  static func includes(in root: String, _ interruption: Interruption) -> IncludedFiles.Load {
    // A relative path with ".." is resolved only if it is absolute.
    func absolute(_ path: String) -> URL {
      URL(filePath: path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path).standardized
    }
    let inside = absolute(root).resolvingSymlinksInPath().path
    return { (path: String, file: String) throws(EvaluationFailure) in
      let location = absolute(folder(of: file) + "/" + path)
      let real = location.resolvingSymlinksInPath().path
      guard !path.hasPrefix("/"), real.hasPrefix(inside == "/" ? inside : inside + "/") else {
        throw EvaluationFailure("'\(path)' is outside of '\(root)'; --root DIR allows another folder")
      }
      // The file is named as it was written, from where the including file was named.
      let name = file.hasPrefix("/") ? location.path : relative(path, file)
      do throws(UsageError) {
        return SourceText(name: name, bytes: try SourceText.read(real) { interruption.isOn }.bytes)
      } catch {
        throw EvaluationFailure("\(error)")
      }
    }
  }

  /// Returns a path from the folder of a file, without `.` and `..` as far as possible.
  private static func relative(_ path: String, _ file: String) -> String {
    var parts = file.split(separator: "/").dropLast().filter { $0 != "." }.map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  private static func folder(of file: String) -> String {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return folder.isEmpty ? (file.hasPrefix("/") ? "/" : ".") : folder
  }
}
