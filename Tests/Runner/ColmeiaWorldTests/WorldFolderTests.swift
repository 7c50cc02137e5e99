import ColmeiaBase
import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaWorld

@Suite(.blocking, .timeLimit(.minutes(10))) struct WorldFolderTests {
  @Test func `If no folder can be created, the error contains the reason`() async throws {
    let folder = try Folder([:])
    folder.remove()
    let error = await #expect(throws: WorldFolderError.self) { try await WorldFolders(in: folder.path).make() }
    #expect(error?.description.contains("No such file or directory") == true)
  }

  /// Returns the parts of a world that began at the start of 1970.
  private static func parts(elapsed: Duration = .zero) -> WorldParts {
    let clock = ContinuousClock()
    let network = ScenarioNetwork(seed: 1, clock: ScenarioClock(ScenarioClock.Time(clock), for: .effect), bell: Bell())
    return WorldParts(
      clock: clock, backgroundClock: clock, date: 0, seed: 1, folder: "/a", network: network, given: GivenWorld(),
      elapsed: { elapsed })
  }

  @Test func `The random numbers of devices are the same in each run, and differ between devices and restarts`() {
    func numbers() -> [[Double]] {
      let parts = Self.parts()
      return ["b", "c", "b", "", "1", "2", "p1", "q1"].map { name in
        let random = parts.random(of: name)
        return [random(), random()]
      }
    }
    #expect(numbers() == numbers() && Set(numbers()).count == 8)
  }

  @Test func `Each device has its own folder in that of the world, even without a name`() {
    #expect(["", "ann"].map(Self.parts().folder) == ["/a/device", "/a/device-ann"])
  }

  @Test(
    arguments: [
      (.seconds(2_365), 2_365), (.milliseconds(2_364_999), 2_364), (.seconds(Int64.max), 253_402_300_799),
    ] as [(Duration, Int)])
  func `The time in a world is a whole number of seconds, at most the end of 9999`(elapsed: Duration, now: Int) {
    #expect(Self.parts(elapsed: elapsed).now == now)
  }

  @Test func `All folders are in one that only the user can access, and are removed with it`() async throws {
    let parent = try Folder([:])
    defer { parent.remove() }
    let folders = WorldFolders(in: parent.path)
    let made = try await [folders.make(), folders.make()]
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).count == 1)
    #expect(try FileManager.default.attributesOfItem(atPath: made[0])[.posixPermissions] as? Int == 0o700)
    folders.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == [])
  }

  @Test func `The folders of a killed process are removed by the next process`() async throws {
    let parent = try Folder([:])
    defer { parent.remove() }
    let (left, foreign) = ("\(parent.path)/colmeia-worlds-left", "\(parent.path)/other")
    for path in ["\(left)/1/tokens", foreign] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let alive = WorldFolders(in: parent.path)
    let folder = try await alive.make()
    for name in try FileManager.default.contentsOfDirectory(atPath: parent.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(parent.path)/\(name)")
    }
    _ = try await WorldFolders(in: parent.path).make()
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: folder) && FileManager.default.fileExists(atPath: foreign))
  }
  @Test func `Folders are created and removed on the threads for blocking calls`() async throws {
    let parent = try Folder([:])
    defer { parent.remove() }
    let threads = CountingThreads()
    let folders = WorldFolders(in: parent.path, files: FaultyFileSystem(on: threads))
    let path = try await folders.make()
    #expect(threads.jobs == 1)
    await folders.remove(path)
    #expect(threads.jobs == 2 && !FileManager.default.fileExists(atPath: path))
    folders.removeAll()
  }
}
