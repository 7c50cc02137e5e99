import ColmeiaStorage

/// A file that comes bit by bit, and stands under its name only when it is whole. What is left when this is released is
/// removed.
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

  /// A part of a file of this name, in a folder that is made where it is missing.
  static func make(
    _ name: String, in path: String, _ files: any FileSystem
  ) throws(ObjectStoreError) -> PartialFile {
    do throws(FileError) {
      let folder = try files.openFolder(path, makes: true)
      do throws(FileError) {
        // One that a crash has left.
        _ = try files.remove("\(name).part", in: folder)
        return PartialFile(name, folder, try files.open("\(name).part", in: folder, .create), files)
      } catch {
        do throws(FileError) { try files.close(folder) } catch {}
        throw error
      }
    } catch { throw .file(error) }
  }

  deinit {
    // An error is of no use here: a part that stays is removed when the object is fetched again.
    if let file { do throws(FileError) { try files.close(file) } catch {} }
    if !isInPlace { do throws(FileError) { _ = try files.remove(partName, in: folder) } catch {} }
    do throws(FileError) { try files.close(folder) } catch {}
  }

  /// Adds bytes.
  mutating func write(_ bytes: [UInt8]) throws(ObjectStoreError) {
    guard let file else { return }
    do throws(FileError) {
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try files.write(file, rest)) }
    } catch { throw .file(error) }
  }

  /// All bytes are there: brings them to the disk, and the file to its place.
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
