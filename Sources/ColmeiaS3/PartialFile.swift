import ColmeiaStorage

/// A file that is written incrementally and gets its name only when it is complete. If it is released before that, the
/// partial file is removed.
struct PartialFile: ~Copyable {
  private let files: any FileSystem
  private let folder: OpenFile
  private let name: String
  private var file: OpenFile?
  private var isInPlace = false

  private var partName: String { "\(name).part" }

  private init(_ name: String, _ folder: OpenFile, _ file: OpenFile, _ files: any FileSystem) {
    self.files = files
    self.folder = folder
    self.name = name
    self.file = file
  }

  /// Creates the partial file for a file named `name`, and its folder if needed.
  static func make(
    _ name: String, in path: String, _ files: any FileSystem
  ) throws(ObjectStoreError) -> PartialFile {
    do throws(FileError) {
      let folder = try files.openFolder(path, creates: true)
      do throws(FileError) {
        // Removes a partial file that a crash left behind.
        _ = try files.remove("\(name).part", in: folder)
        return PartialFile(name, folder, try files.open("\(name).part", in: folder, .create), files)
      } catch {
        do throws(FileError) { try files.close(folder) } catch {}
        throw error
      }
    } catch { throw .file(error) }
  }

  deinit {
    // Errors are ignored: a remaining partial file is removed when the object is downloaded again.
    if let file { do throws(FileError) { try files.close(file) } catch {} }
    if !isInPlace { do throws(FileError) { _ = try files.remove(partName, in: folder) } catch {} }
    do throws(FileError) { try files.close(folder) } catch {}
  }

  /// Appends bytes to the partial file.
  mutating func write(_ bytes: [UInt8]) throws(ObjectStoreError) {
    guard let file else { return }
    do throws(FileError) {
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try files.write(file, rest)) }
    } catch { throw .file(error) }
  }

  /// Syncs the complete file to disk and renames it to its final name.
  mutating func finish() throws(ObjectStoreError) {
    guard let file else { return }
    do throws(FileError) {
      try files.sync(file)
      self.file = nil
      try files.close(file)
      try files.rename(partName, to: name, in: folder)
      isInPlace = true
      try files.sync(folder)
    } catch { throw .file(error) }
  }
}
