import TestSupport

@testable import ColmeiaTransport

/// A random form and the parts that it should produce.
struct RandomForm {
  let boundary: String
  private(set) var parts: [MultipartParser.Part] = []
  private(set) var papers: [String: PaperFileSystem.Paper] = [:]

  init(boundary: String) { self.boundary = boundary }

  mutating func form(_ random: inout SplitMix) -> [FormField] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let name = Self.text(&random)
      return FormField(name, value(name, 0, &random))
    }
  }

  /// Returns whether the delimiter occurs in a part, using the simplest search.
  func isCut(_ part: MultipartParser.Part) -> Bool {
    let delimiter = Array("--\(boundary)".utf8)
    let texts = [Array(part.name.utf8), Array((part.fileName ?? "").utf8), part.content]
    return texts.contains { text in text.indices.contains { text[$0...].starts(with: delimiter) } }
  }

  private mutating func value(_ name: String, _ depth: Int, _ random: inout SplitMix) -> FormValue {
    switch Int.random(in: 0..<(depth < 3 ? 7 : 4), using: &random) {
    case 0, 1:
      let text = Self.text(&random)
      parts.append(.init(name: name, content: Array(text.utf8)))
      return .text(text)
    case 2:
      let bytes = Self.bytes(&random)
      let fileName = Bool.random(using: &random) ? Self.text(&random) : nil
      add(name, bytes, fileName)
      return .bytes(bytes, fileName: fileName)
    case 3:
      let bytes = Self.bytes(&random)
      let file = FormFile(folder: "f", name: "\(papers.count)")
      papers[file.path] = .init(bytes)
      add(name, bytes, file.name)
      return .file(file)
    case 4:
      return .list((0..<Int.random(in: 0...3, using: &random)).map { value("\(name)[\($0)]", depth + 1, &random) })
    default:
      return .object(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let key = Self.text(&random)
          return FormField(key, value("\(name)[\(key)]", depth + 1, &random))
        })
    }
  }

  private mutating func add(_ name: String, _ bytes: [UInt8], _ fileName: String?) {
    let type = FileKind(firstByte: bytes.first)
    let made = type.fileExtension.isEmpty ? "file\(parts.count)" : "file\(parts.count).\(type.fileExtension)"
    parts.append(.init(name: name, fileName: fileName ?? made, type: type.name, content: bytes))
  }

  /// Builds a text from pieces that resemble delimiters, so that edge cases are likely.
  private static func text(_ random: inout SplitMix) -> String {
    let pieces = ["a", "\r\n", "-", "--b-b", "\"", "ç", " ", ";", "\r", "\n", "]", "b-", "\\", "x: y"]
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      // The whole boundary is rare. Otherwise, only errors would be tested.
      let position = Int.random(in: 0..<pieces.count, using: &random)
      return position == 3 && Int.random(in: 0..<8, using: &random) > 0 ? "b--b" : pieces[position]
    }.joined()
  }

  private static func bytes(_ random: inout SplitMix) -> [UInt8] {
    if Bool.random(using: &random) { return Array(text(&random).utf8) }
    let count = Int.random(in: 0...60, using: &random)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}
