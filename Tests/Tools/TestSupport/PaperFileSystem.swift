import ColmeiaBase
import ColmeiaStorage

/// A file system of virtual files whose bytes repeat a pattern up to a length. It can fail at a given call.
package final class PaperFileSystem: FileSystem {
  package struct Paper: Sendable {
    package var pattern: [UInt8]
    package var count: Int

    package init(_ bytes: [UInt8]) { self.init(pattern: bytes, count: bytes.count) }

    package init(pattern: [UInt8], count: Int) {
      self.pattern = pattern
      self.count = count
    }
  }

  private struct Content: Sendable {
    var papers: [String: Paper]
    var readers: [Int32: (path: String, offset: Int)] = [:]
    var last: Int32 = 0
    var calls = 0
    var failing = 0
    var largestRead = 0
  }

  private let piece: Int
  private let content: Guarded<Content>
  package let blockingExecutor: (any TaskExecutor)?

  /// - Parameters:
  ///   - papers: The files by path.
  ///   - failing: The number of the call that fails, or 0 for none.
  ///   - piece: The maximum number of bytes that are read at once.
  ///   - executor: The executor for blocking calls.
  package init(_ papers: [String: Paper], failing: Int = 0, piece: Int = .max, on executor: (any TaskExecutor)? = nil) {
    blockingExecutor = executor
    self.piece = piece
    content = Guarded(Content(papers: papers, failing: failing))
  }

  package var calls: Int { content.withLock { $0.calls } }
  package var open: Int { content.withLock { $0.readers.count } }
  package var largestRead: Int { content.withLock { $0.largestRead } }

  package func change(_ path: String, _ paper: Paper) { content.withLock { $0.papers[path] = paper } }

  private func step(_ operation: FileError.Operation, _ path: String) throws(FileError) {
    let fails = content.withLock { content in
      content.calls += 1
      return content.calls == content.failing
    }
    if fails { throw FileError(operation, path, .inputOutput) }
  }

  private func opened(_ path: String) -> OpenFile {
    content.withLock { content in
      content.last += 1
      content.readers[content.last] = (path, 0)
      return OpenFile(number: content.last, path: path)
    }
  }

  package func openFolder(_ path: String, creates: Bool, followsLinks: Bool) throws(FileError) -> OpenFile {
    try step(.open, path)
    return opened(path)
  }

  package func open(_ name: String, in folder: OpenFile, _ mode: OpenMode) throws(FileError) -> OpenFile {
    let path = "\(folder.path)/\(name)"
    try step(.open, path)
    guard content.withLock({ $0.papers[path] != nil }) else { throw FileError(.open, path, .missing) }
    return opened(path)
  }

  package func read(_ file: OpenFile, _ count: Int) throws(FileError) -> [UInt8] {
    try step(.read, file.path)
    return content.withLock { content in
      content.largestRead = max(content.largestRead, count)
      guard let reader = content.readers[file.number], let paper = content.papers[reader.path] else { return [] }
      let end = min(paper.count, reader.offset + min(count, piece))
      guard reader.offset < end else { return [] }
      content.readers[file.number]?.offset = end
      let skipped = reader.offset % paper.pattern.count
      return Array(Array.repeating(paper.pattern, upTo: skipped + end - reader.offset).dropFirst(skipped))
    }
  }

  package func status(_ file: OpenFile) throws(FileError) -> FileStatus {
    try step(.look, file.path)
    let paper = content.withLock { $0.papers[file.path] }
    return FileStatus(size: paper?.count ?? 0, mode: 0o644, isOwn: true, isFile: !file.path.hasSuffix("pipe"))
  }

  package func close(_ file: OpenFile) throws(FileError) {
    content.withLock { _ = $0.readers.removeValue(forKey: file.number) }
    try step(.close, file.path)
  }

  package func write(_ file: OpenFile, _ bytes: ArraySlice<UInt8>) throws(FileError) -> Int { throw refusal(.write) }
  package func sync(_ file: OpenFile) throws(FileError) { throw refusal(.sync) }
  package func rename(_ name: String, to other: String, in folder: OpenFile) throws(FileError) {
    throw refusal(.rename)
  }
  package func remove(_ name: String, in folder: OpenFile) throws(FileError) -> Bool { throw refusal(.remove) }
  package func lock(_ file: OpenFile) throws(FileError) { throw refusal(.lock) }
  package func tryLock(_ file: OpenFile) throws(FileError) -> Bool { throw refusal(.lock) }
  package func unlock(_ file: OpenFile) throws(FileError) { throw refusal(.lock) }
  package func names(in folder: OpenFile) throws(FileError) -> [String] { throw refusal(.list) }

  private func refusal(_ operation: FileError.Operation) -> FileError { FileError(operation, "paper", .readOnly) }
}

extension [UInt8] {
  /// Returns the first bytes of a pattern that repeats without end. Fast without optimization, too.
  package static func repeating(_ pattern: [UInt8], upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + pattern.count)
    while bytes.count < count { bytes += pattern }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
