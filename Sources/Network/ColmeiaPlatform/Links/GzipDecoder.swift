#if os(Linux)
  import CLibcurl
  import ColmeiaBase

  /// Decodes a body in gzip (RFC 1952), which may have several members, with the zlib that comes with libcurl.
  final class GzipDecoder: Sendable {
    private struct Content: ~Copyable {
      let state: UnsafeMutableRawPointer
      var isInside = false

      deinit { colmeia_gzip_free(state) }
    }

    /// Whether libcurl comes with zlib.
    static let isAvailable = colmeia_gzip_is_available() != 0
    /// The maximum number of bytes that are decoded at once.
    private static let piece = 65_536

    private let content: Guarded<Content>

    /// Returns `nil` if there is no zlib or no memory.
    init?() {
      guard Self.isAvailable, let state = colmeia_gzip_make() else { return nil }
      content = Guarded(Content(state: state))
    }

    /// Whether the data ends within a member.
    var isInside: Bool { content.withLock { $0.isInside } }

    /// Decodes bytes, and stops early if `output`, which gets what is decoded, returns `true`.
    ///
    /// - Returns: `false` if the data is damaged.
    func decode(_ bytes: [UInt8], _ output: (ArraySlice<UInt8>) -> Bool) -> Bool {
      content.withLockUnchecked { content in
        var rest = bytes[...]
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        var isFull = false
        while isFull || !rest.isEmpty {
          var (used, decoded) = (rest.count, buffer.count)
          let state = content.state
          let result = rest.withUnsafeBufferPointer { input in
            buffer.withUnsafeMutableBufferPointer { target in
              target.baseAddress.map { colmeia_gzip_decode(state, input.baseAddress, &used, $0, &decoded) }
            }
          }
          guard let result, result != Int32(colmeia_gzip_damage) else { return false }
          rest = rest.dropFirst(used)
          content.isInside = result != Int32(colmeia_gzip_end)
          if output(buffer[..<decoded]) { break }
          isFull = content.isInside && decoded == buffer.count
        }
        return true
      }
    }
  }
#endif
