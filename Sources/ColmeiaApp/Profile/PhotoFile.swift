import ColmeiaStorage
import Foundation

/// Access to the photo files that the user chooses.
public enum PhotoFile {
  /// Reads a file, up to at most one chunk of 1 MiB beyond ``PhotoService/limit``, so that a file that is too large is
  /// detected.
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
