import Foundation

/// Checks the table of capabilities against the files of the project.
struct CapabilityCheck {
  /// The numbers that the table must contain, each once, in this order.
  var numbers: [String]
  /// The numbers that need no implementation.
  var context: Set<String>
  /// The numbers that must be proved from outside.
  var musts: Set<String>
  /// The path of each file, relative to the project folder, with a leading slash.
  var paths: [String]
  var text: (_ path: String) -> String?
  var built: Set<TestFiles.Test>

  func mistakes(in table: String) -> [String] {
    let (rows, malformed) = CapabilityRow.rows(of: table)
    var mistakes = malformed.map { "this is not a row: \($0)" }
    if rows.map(\.number) != numbers { mistakes.append(order(rows.map(\.number))) }
    for row in rows {
      let found = rules(row) + files(row) + row.proofs.compactMap(mistake)
      mistakes += found.map { "\(row.number) \($0)" }
    }
    return mistakes + falseMarks(rows) + disabledTests()
  }

  private func order(_ found: [String]) -> String {
    let missing = numbers.filter { !found.contains($0) }
    let unknown = found.filter { !numbers.contains($0) }
    return "each number must occur once, in order; missing: \(missing); unknown: \(unknown)"
  }

  private func rules(_ row: CapabilityRow) -> [String] {
    let isContext = row.marks.contains(.context)
    if isContext != context.contains(row.number) { return ["is \(isContext ? "not " : "")for context only"] }
    if isContext { return row.files.isEmpty && row.proofs.isEmpty ? [] : ["is context, and names files"] }
    var mistakes: [String] = []
    if row.files.isEmpty { mistakes.append("has no file") }
    if row.proofs.isEmpty { mistakes.append("has no proof") }
    if musts.contains(row.number), !row.proofs.isEmpty, !row.proofs.contains(where: isFromOutside) {
      mistakes.append("is a must, but no scenario, end-to-end test or script drives the app from outside")
    }
    return mistakes
  }

  private func files(_ row: CapabilityRow) -> [String] {
    row.files.compactMap { if case .failure(let mistake) = file($0) { mistake.text } else { nil } }
  }

  // MARK: Proofs

  /// The folders of scenarios, tests and scripts that drive the app, or its back end, from outside.
  private static let outside = ["/Examples/Scenarios/", "/Tests/Reference/EndToEndTests/", "/.ci/"]

  private func isFromOutside(_ proof: CapabilityRow.Proof) -> Bool {
    guard case .success(let path) = file(proof.file) else { return false }
    return Self.outside.contains { path.hasPrefix($0) }
  }

  private struct Mistake: Error {
    var text: String
  }

  /// Returns the only file whose path has this suffix.
  private func file(_ name: String) -> Result<String, Mistake> {
    let found = paths.filter { $0.hasSuffix("/" + name) }
    return found.count == 1
      ? .success(found[0]) : .failure(Mistake(text: "names '\(name)': there are \(found.count) such files"))
  }

  private func mistake(in proof: CapabilityRow.Proof) -> String? {
    switch file(proof.file) {
    case .failure(let mistake): mistake.text
    case .success(let path): TestFiles(text: text, built: built).mistake(in: proof.name, at: path)
    }
  }

  private func disabledTests() -> [String] {
    let traits = ["disabled", "enabled"].flatMap { ["(.\($0)(", " .\($0)("] }
    return paths.filter { $0.hasPrefix("/Tests/") }
      .filter { path in traits.contains { text(path)?.contains($0) == true } }
      .map { "\($0) has a trait with which a test may not run" }
  }

  // MARK: Library-only rows

  private static let users = [
    "/Sources/Reference/ReferenceApp/", "/Sources/Reference/ReferenceCommand/", "/Examples/",
  ]

  /// Returns a mistake for each row that is marked "library only" although its type is used in the reference app or an
  /// example.
  private func falseMarks(_ rows: [CapabilityRow]) -> [String] {
    let rows = rows.filter { $0.marks.contains(.libraryOnly) }
    guard !rows.isEmpty else { return [] }
    let users = paths.filter { path in path.hasSuffix(".swift") && Self.users.contains { path.hasPrefix($0) } }
    let lines = users.flatMap { SwiftFile(path: $0, source: text($0) ?? "").lines }
    let words = Set(lines.flatMap { $0.components(separatedBy: .alphanumerics.inverted) })
    return rows.flatMap { row in
      row.files.compactMap(Self.type).filter(words.contains).map { "\(row.number) is not library only: \($0) is used" }
    }
  }

  /// Returns the type after which a file is named: `Type` for `Folder/Type+Capability.swift`.
  private static func type(_ file: String) -> String? {
    file.split(separator: "/").last?.split { "+.".contains($0) }.first.map(String.init)
  }
}
