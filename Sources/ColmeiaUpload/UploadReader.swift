/// Reads the body of an upload in pieces. It has one file open at most, which it closes behind the last byte, or when it is
/// released.
public struct UploadReader: ~Copyable {
  private var reader: MultipartReader
  /// How many bytes are left.
  public private(set) var left: Int

  init(_ reader: consuming MultipartReader, length: Int) {
    self.reader = reader
    left = length
  }

  /// The next bytes: fewer than `count` only at the end, none behind it.
  ///
  /// The last ones come only when it is sure that they are the last: a file that has grown is an error before somebody
  /// could take what was read for all of it.
  ///
  /// - Throws: ``UploadError``, and the same whenever it is called again.
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
