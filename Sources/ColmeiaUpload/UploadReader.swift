/// Reads the body of an upload in pieces. At most one file is open at a time. It is closed after its last byte, or when
/// the reader is destroyed.
public struct UploadReader: ~Copyable {
  private var reader: MultipartReader
  /// The number of bytes that have not been read.
  public private(set) var left: Int

  init(_ reader: consuming MultipartReader, length: Int) {
    self.reader = reader
    left = length
  }

  /// Reads the next bytes. Returns fewer than `count` only at the end, and none after it.
  ///
  /// The last bytes are returned only after checking that they are the last: if a file has grown, an error is thrown
  /// before the bytes could be taken for the whole file.
  ///
  /// - Throws: ``UploadError``. All later calls throw the same error.
  /// - Complexity: O(count), in time and memory.
  public mutating func read(_ count: Int) throws(UploadError) -> [UInt8] {
    do throws(MultipartError) {
      let bytes = try reader.read(min(count, left))
      if bytes.count == left { _ = try reader.read(1) }
      left -= bytes.count
      return bytes
    } catch { throw UploadError(error) }
  }
}
