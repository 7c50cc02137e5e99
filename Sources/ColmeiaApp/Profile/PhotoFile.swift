import ColmeiaStorage
import Foundation

/// Photos that the user chooses as files.
public enum PhotoFile {
  /// The bytes of a file, up to one more than a photo may have, so that a larger one is noticed.
  @Sendable public static func read(_ path: String) async -> Result<[UInt8], PhotoFailure> {
    await SystemFileSystem().blocking { readNow(path) }
  }

  private static func readNow(_ path: String) -> Result<[UInt8], PhotoFailure> {
    guard let file = FileHandle(forReadingAtPath: path) else { return .failure(.unreadable) }
    defer { try? file.close() }
    do {
      var bytes = Data()
      while bytes.count <= PhotoService.limit, let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
        bytes += part
      }
      return .success(Array(bytes))
    } catch { return .failure(.unreadable) }
  }
}
