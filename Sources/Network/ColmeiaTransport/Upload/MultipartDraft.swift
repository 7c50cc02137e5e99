import ColmeiaHTTP
import ColmeiaStorage

/// A body that is being assembled. It begins with a line break and the boundary, which also follow each part, and ends
/// with `--`.
struct MultipartDraft {
  private(set) var segments: [MultipartBody.Segment] = []
  private(set) var length = 0
  private let boundary: String
  private let files: any FileSystem
  private var search: BoundarySearch
  /// The bytes of the current segment, which ends before the next content that is not copied.
  private var text: [UInt8]

  init(boundary: String, files: any FileSystem) throws(MultipartError) {
    guard Self.isBoundary(boundary) else { throw .badBoundary }
    self.boundary = boundary
    self.files = files
    search = BoundarySearch(boundary)
    text = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether the text is a valid boundary with only those characters of RFC 2046 §5.1.1 that need no quotes in a header
  /// field.
  private static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count)
      && text.utf8.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || "'+_-.".utf8.contains($0) }
  }

  /// Adds a part. If a file has no name, its generated name starts with `stem`.
  mutating func add(_ part: FormPart, _ stem: String) throws(MultipartError) {
    switch part.content {
    case .text(let content, let type):
      try addHead(part.name, nil, type)
      try check(content.utf8, part.name)
      text += Array(content.utf8)
    case .bytes(let content, let fileName, let type):
      try addHead(part.name, (fileName, stem, FileKind(firstByte: content.first)), type)
      try check(content, part.name)
      add(.bytes(content), content.count)
    case .file(let file):
      let (count, kind) = try scan(file, part.name)
      try addHead(part.name, (file.fileName, stem, kind), file.type)
      add(.file(file, part: part.name, count: count), count)
    }
    text += Array("\r\n--\(boundary)".utf8)
  }

  /// Ends the body.
  mutating func end() {
    text += Array("--".utf8)
    flush()
  }

  private mutating func addHead(
    _ name: String, _ file: (name: String?, stem: String, kind: FileKind)?, _ type: String?
  ) throws(MultipartError) {
    if let type, MediaType(type) == nil || !HeaderText.isValue(type) { throw .badType(name: name) }
    var head = "\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let (fileName, stem, kind) = file {
      let made = kind.fileExtension.isEmpty ? stem : "\(stem).\(kind.fileExtension)"
      head += "; filename=\"\(Self.escaped(fileName ?? made))\""
    }
    if let type = type ?? file?.kind.name { head += "\r\nContent-Type: \(type)" }
    try check(head.utf8, name)
    text += Array((head + "\r\n\r\n").utf8)
  }

  /// Escapes a name as browsers do (WHATWG HTML §4.10.21.8), so that it can't break out of its quotes or its line.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private mutating func check(_ bytes: some Sequence<UInt8>, _ name: String) throws(MultipartError) {
    search.restart()
    if search.find(in: bytes) { throw .boundaryInPart(name: name) }
  }

  /// Reads a file. Returns its length and type, and throws if it contains the boundary.
  private mutating func scan(_ file: FormFile, _ part: String) throws(MultipartError) -> (Int, FileKind) {
    var (count, first, isFound) = (0, UInt8?.none, false)
    search.restart()
    do throws(FileError) {
      let handle = try files.openToRead(file)
      try files.closing(handle) { () throws(FileError) in
        while !isFound, case let piece = try files.read(handle, UploadReader.pieceLimit), !piece.isEmpty {
          first = first ?? piece.first
          count += piece.count
          isFound = search.find(in: piece)
        }
      }
    } catch { throw .file(error) }
    if isFound { throw .boundaryInPart(name: part) }
    return (count, FileKind(firstByte: first))
  }

  private mutating func add(_ segment: MultipartBody.Segment, _ count: Int) {
    flush()
    segments.append(segment)
    length += count
  }

  private mutating func flush() {
    segments.append(.bytes(text))
    length += text.count
    text = []
  }
}

extension FileSystem {
  /// Opens a file of a form. If an error occurs, nothing remains open.
  func openToRead(_ file: FormFile) throws(FileError) -> OpenFile {
    var opened: OpenFile?
    do throws(FileError) {
      let folder = try openFolder(file.folder, creates: false)
      return try closing(folder) { () throws(FileError) in
        let handle = try open(file.name, in: folder, .read)
        opened = handle
        if try !status(handle).isFile { throw FileError(.look, file.path, .notAFile) }
        return handle
      }
    } catch {
      if let opened { do throws(FileError) { try close(opened) } catch {} }
      throw error
    }
  }
}
