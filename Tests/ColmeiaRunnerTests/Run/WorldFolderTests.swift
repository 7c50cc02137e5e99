import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner

@Suite(.blocking, .timeLimit(.minutes(10))) struct WorldFolderTests {
  @Test func `If no folder can be created, the error contains the reason`() throws {
    let folder = try CommandTests.Folder([:])
    folder.remove()
    let error = #expect(throws: WorldFolderError.self) { try WorldFolders(in: folder.path).make() }
    #expect(error?.description.contains("No such file or directory") == true)
  }

  @Test func `All folders are in one that only the user can access, and are removed with it`() throws {
    let place = try CommandTests.Folder([:])
    defer { place.remove() }
    let folders = WorldFolders(in: place.path)
    let made = try [folders.make(), folders.make()]
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 1)
    #expect(try FileManager.default.attributesOfItem(atPath: made[0])[.posixPermissions] as? Int == 0o700)
    folders.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
  }

  @Test func `The folders of a killed process are removed by the next process`() throws {
    let place = try CommandTests.Folder([:])
    defer { place.remove() }
    let (left, foreign) = ("\(place.path)/colmeia-worlds-left", "\(place.path)/other")
    for path in ["\(left)/1/tokens", foreign] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let alive = WorldFolders(in: place.path)
    let folder = try alive.make()
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(place.path)/\(name)")
    }
    _ = try WorldFolders(in: place.path).make()
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: folder) && FileManager.default.fileExists(atPath: foreign))
  }
}
