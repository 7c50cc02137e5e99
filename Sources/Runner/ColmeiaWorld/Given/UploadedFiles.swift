import ColmeiaBase

/// The files that front ends have uploaded, by device and name. If there are too many, the oldest are removed.
public final class UploadedFiles: Sendable {
  /// The maximum number of files, and of their bytes in total.
  public static let (mostFiles, mostBytes) = (64, 64 << 20)

  private struct File {
    var device: String
    var name: String
    var bytes: [UInt8]
  }

  private let files = Guarded<[File]>([])

  /// Creates an empty collection.
  public init() {}

  /// Returns the bytes of a file, or `nil` if there is no file of this name.
  public func bytes(of name: String, on device: String) -> [UInt8]? {
    files.withLock { files in files.last { $0.device == device && $0.name == name }?.bytes }
  }

  /// Stores a file, replacing one of the same name. Returns its name, which is the last component of the path.
  package func add(_ bytes: [UInt8], _ path: String, on device: String) -> String {
    let last = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let plain = last.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
    let name = String(String.UnicodeScalarView(plain.prefix(100)))
    files.withLock { files in
      files.removeAll { $0.device == device && $0.name == name }
      files.append(File(device: device, name: name, bytes: bytes))
      while files.count > Self.mostFiles || files.reduce(0, { $0 + $1.bytes.count }) > Self.mostBytes {
        files.removeFirst()
      }
    }
    return name
  }

  /// Removes the files of a device.
  package func remove(on device: String) { files.withLock { $0.removeAll { $0.device == device } } }
}
