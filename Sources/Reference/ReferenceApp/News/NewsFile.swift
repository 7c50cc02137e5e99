import ColmeiaJSON
import ColmeiaStorage

/// The file for the state of the news reader that persists between runs. It contains no secrets.
public struct NewsFile: Sendable {
  /// The maximum size in bytes. The items of a list have at most 4 MiB, or twice that while some of them wait for their
  /// place, and each byte may take six in JSON.
  static let limit = 64 << 20

  private let file: AtomicFile
  private let files: any FileSystem

  /// Creates a reference to the file `news.json` in a folder.
  public init(folder: String, files: any FileSystem = SystemFileSystem()) {
    file = AtomicFile(folder: folder, name: "news.json", files: files)
    self.files = files
  }

  /// Reads the saved state, or returns `nil` if there is none. A file that can't be decoded is renamed to
  /// `news.json.damaged`.
  func read() async throws(TokenStoreFailure) -> SavedNews? {
    try await files.blocking { () throws(TokenStoreFailure) in try readNow() }
  }

  private func readNow() throws(TokenStoreFailure) -> SavedNews? {
    let content: AtomicFile.Content<SavedNews>?
    do throws(FileError) {
      content = try file.readNow(limit: Self.limit, keepingDamagedAs: "news.json.damaged") { bytes in
        try? JSON.decode(SavedNews.self, from: bytes)
      }
    } catch { throw TokenStoreFailure(error) }
    switch content {
    case nil: return nil
    case .whole(let saved): return saved
    case .damaged: throw .damaged
    }
  }

  /// Replaces the saved state.
  func write(_ saved: SavedNews) async throws(TokenStoreFailure) {
    let bytes: [UInt8]
    do throws(JSONError) { bytes = try JSON.encode(saved) } catch { throw .inputOutput }
    do throws(FileError) { try await file.write(bytes) } catch { throw TokenStoreFailure(error) }
  }
}
