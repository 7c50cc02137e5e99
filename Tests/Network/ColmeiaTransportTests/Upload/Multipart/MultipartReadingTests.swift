import TestSupport
import Testing

@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct MultipartReadingTests {
  private let photo = FormFile(folder: "f", name: "photo")

  /// Returns all pieces of a body.
  private func pieces(_ body: UploadBody, _ size: () -> Int) throws -> [[UInt8]] {
    var reader = body.reader()
    var pieces: [[UInt8]] = []
    while case let piece = try reader.read(size()), !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  @Test func `A long file is read in pieces, one at a time`() throws {
    let count = 3_000_000
    let files = PaperFileSystem(["f/photo": .init(pattern: Array("photo ".utf8), count: count)])
    let form = [FormField("a", "b"), FormField("photo", .file(photo))]
    let body = UploadBody(try MultipartBody(form, boundary: "B", files: files))
    var reader = body.reader()
    var (length, largest) = (0, 0)
    while case let piece = try reader.read(100_000), !piece.isEmpty {
      length += piece.count
      largest = max(largest, piece.count)
      #expect(files.open <= 1)
    }
    #expect(length == body.length && length > count)
    #expect(largest == 100_000)
    #expect(files.largestRead == 65_536)
    #expect(files.open == 0)
    #expect(try reader.read(1) == [])
  }

  @Test func `A reader that is released early closes its file`() throws {
    let files = PaperFileSystem(["f/photo": .init(pattern: [1], count: 1_000)])
    let body = UploadBody(try MultipartBody([FormField("photo", .file(photo))], boundary: "B", files: files))
    func begin() throws {
      var reader = body.reader()
      _ = try reader.read(200)
      #expect(files.open == 1)
    }
    try begin()
    #expect(files.open == 0)
  }

  @Test func `A body can be read repeatedly and by several readers at once`() throws {
    let files = PaperFileSystem(["f/photo": .init(pattern: [1, 2], count: 99)])
    let body = UploadBody(try MultipartBody([FormField("photo", .file(photo))], boundary: "B", files: files))
    var first = body.reader()
    var second = body.reader()
    var (left, right): ([UInt8], [UInt8]) = ([], [])
    while left.count < body.length {
      left += try first.read(7)
      right += try second.read(7)
    }
    #expect(try left == right && left == body.bytes())
  }

  @Test(arguments: [98, 100, 0]) func `A file whose size has changed is an error instead of another body`(
    count: Int
  ) throws {
    let files = PaperFileSystem(["f/photo": .init(pattern: [1], count: 99)])
    let body = UploadBody(try MultipartBody([FormField("photo", .file(photo))], boundary: "B", files: files))
    files.change("f/photo", .init(pattern: [1], count: count))
    #expect(throws: UploadError.changed(path: "f/photo")) { try body.bytes() }
    func twice() throws {
      var reader = body.reader()
      var length = 0
      for _ in 0..<2 {
        do throws(UploadError) {
          while case let piece = try reader.read(1), !piece.isEmpty { length += piece.count }
          Issue.record("the body was read to its end")
        } catch { #expect(error == .changed(path: "f/photo")) }
        #expect(length < body.length)
      }
    }
    try twice()
    #expect(files.open == 0)
  }

  @Test func `A file that has been changed to contain the boundary is an error`() throws {
    let files = PaperFileSystem(["f/photo": .init(Array("12345".utf8))])
    let body = UploadBody(try MultipartBody([FormField("photo", .file(photo))], boundary: "BC", files: files))
    files.change("f/photo", .init(Array("1--BC".utf8)))
    for size in [1, 2, 100] {
      #expect(throws: UploadError.form(.boundaryInPart(name: "photo"))) { try pieces(body) { size } }
    }
  }

  @Test func `A path that is missing or not a file is reported`() {
    let files = PaperFileSystem(["f/pipe": .init([1])])
    for (name, error) in [
      ("pipe", FileError(.look, "f/pipe", .notAFile)), ("none", FileError(.open, "f/none", .missing)),
    ] {
      #expect(throws: MultipartError.file(error)) {
        try MultipartBody([FormField("a", .file(FormFile(folder: "f", name: name)))], boundary: "B", files: files)
      }
    }
    #expect(files.open == 0)
  }

  @Test func `If any file system call fails, the body reports it and leaves no file open`() throws {
    let papers = ["f/photo": PaperFileSystem.Paper(pattern: [1], count: 99)]
    func run(_ files: PaperFileSystem) throws {
      let body = UploadBody(try MultipartBody([FormField("photo", .file(photo))], boundary: "B", files: files))
      _ = try pieces(body) { 40 }
    }
    let counting = PaperFileSystem(papers)
    try run(counting)
    for failing in 1...counting.calls {
      let files = PaperFileSystem(papers, failing: failing)
      do {
        try run(files)
        Issue.record("call \(failing) failed without an error")
      } catch MultipartError.file(let error) {
        #expect(error.reason == .inputOutput)
      } catch UploadError.file(let error) {
        #expect(error.reason == .inputOutput)
      }
      #expect(files.open == 0)
    }
  }

  /// A law: an independent parser finds the parts of the form in order and byte for byte, and the pieces that are read
  /// make up the same body with the announced length.
  @Test(arguments: 0..<24 as Range<UInt64>) func `Any form can be parsed again, however it is read`(
    seed: UInt64
  ) throws {
    var random = SplitMix(state: seed)
    for _ in 0..<25 {
      var maker = RandomForm(boundary: "b-b" + String(repeating: "-", count: Int.random(in: 0...2, using: &random)))
      let form = maker.form(&random)
      let files = PaperFileSystem(maker.papers)
      let body: UploadBody
      do throws(MultipartError) {
        body = UploadBody(try MultipartBody(form, boundary: maker.boundary, files: files))
      } catch {
        guard case .boundaryInPart(let name) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(maker.parts.first { maker.isCut($0) }?.name == name)
        continue
      }
      #expect(!maker.parts.contains { maker.isCut($0) })
      let bytes = try body.bytes()
      #expect(MultipartParser.parts(bytes, boundary: maker.boundary) == maker.parts)
      #expect(bytes.count == body.length)
      #expect(try pieces(body) { Int.random(in: 1...40, using: &random) }.flatMap { $0 } == bytes)
      #expect(files.open == 0)
    }
  }
}
