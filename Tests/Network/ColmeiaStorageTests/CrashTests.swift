import ColmeiaStorage
import Foundation
import TestSupport
import Testing

/// Kills a writing process at random moments, and checks that a complete token is left.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CrashTests {
  static let kills = Int(ProcessInfo.processInfo.environment["COLMEIA_KILLS"] ?? "") ?? 200
  static let item = TokenItem(service: "crash", account: "item")

  @Test(arguments: 0..<4)
  func `After SIGKILL at any moment, either the old or the new token is complete`(part: Int) async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    try await store.write(Token("before 0 "), as: Self.item)
    var random = SplitMix(state: UInt64(part))
    for round in 0..<Self.kills / 4 {
      let program = try Self.start(folder.path, "w\(round)")
      // The moment is after a certain number, plus a short time that the test doesn't control.
      let written = try Self.wait(for: random.below(3), program)
      program.send(SIGKILL)
      let last = max(written, Self.last(of: program))
      program.wait()
      let token = try #require(try await store.read(Self.item))
      let words = token.value.split(separator: " ", omittingEmptySubsequences: false)
      let (writer, number) = (String(words[0]), try #require(Int(words[1])))
      #expect(words[2].count == number % 7 * 1_500)
      if writer == "w\(round)" { #expect(number >= last) } else { #expect(last == 0) }
    }
    try await store.write(Token("after"), as: Self.item)
    #expect(try await store.read(Self.item) == Token("after"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") || $0.hasSuffix(".damaged") })
  }

  @Test func `Two processes that write concurrently leave one complete token`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let both = try ["a", "b"].map { try Self.start(folder.path, $0) }
    for program in both { _ = try Self.wait(for: 40, program) }
    for program in both {
      program.send(SIGKILL)
      program.wait()
    }
    let token = try #require(try await FileTokenStore(folder: folder.path).read(Self.item))
    let words = token.value.split(separator: " ", omittingEmptySubsequences: false)
    #expect(["a", "b"].contains(words[0]))
    let number = try #require(Int(words[1]))
    #expect(words[2].count == number % 7 * 1_500)
  }

  static func start(_ folder: String, _ writer: String) throws -> ChildProgram {
    try ChildProgram(ChildProgram.product("StorageCrashHelper"), [folder, writer])
  }

  /// Reads until the helper has printed this number.
  static func wait(for number: Int, _ program: ChildProgram) throws -> Int {
    var (reported, rest) = (0, "")
    while reported < number {
      let some = program.read()
      if some.isEmpty { return reported }
      rest += some
      let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(!rest.contains("failed"), "\(rest)")
      for line in lines.dropLast() { reported = Int(line) ?? reported }
      rest = String(lines.last ?? "")
    }
    return reported
  }

  /// Returns the last number in the remaining output of a helper that has ended.
  static func last(of program: ChildProgram) -> Int {
    program.readToEnd().split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) }.last
      ?? 0
  }
}
