import ColmeiaHTTP
import ColmeiaSigning

/// A parser for a body in signed chunks. Each chunk consists of its size in hexadecimal digits, `;chunk-signature=`,
/// the signature, CRLF, the bytes, and CRLF. The last chunk is empty.
struct ChunkedBody {
  private static let mark = Array(";chunk-signature=".utf8)
  private static let lineEnd: [UInt8] = [13, 10]
  /// The maximum number of hexadecimal digits in a size, which exceeds any valid body.
  private static let mostDigits = 8

  private var rest: ArraySlice<UInt8>
  private var signatures: ChunkSignatures

  /// Returns the content of a chunked body.
  ///
  /// - Parameters:
  ///   - body: The body in chunks.
  ///   - count: The length of the content in bytes as stated by the client.
  ///   - signatures: The expected signatures of the chunks.
  /// - Complexity: O(length).
  static func decode(
    _ body: [UInt8], count: Int, _ signatures: ChunkSignatures
  ) throws(ObjectsProblem) -> [UInt8] {
    var chunks = ChunkedBody(rest: body[...], signatures: signatures)
    var bytes: [UInt8] = []
    while true {
      let chunk = try chunks.next()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    guard chunks.rest.isEmpty, bytes.count == count else { throw .incompleteBody }
    return bytes
  }

  private mutating func next() throws(ObjectsProblem) -> ArraySlice<UInt8> {
    let digits = rest.prefix(Self.mostDigits).prefix { $0 != UInt8(ascii: ";") }
    guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
      throw .incompleteBody
    }
    rest = rest.dropFirst(digits.count)
    try skip(Self.mark)
    let signature = try take(64)
    try skip(Self.lineEnd)
    let bytes = try take(size)
    try skip(Self.lineEnd)
    guard signatures.isNext(String(decoding: signature, as: UTF8.self), of: bytes) else { throw .chunkSignature }
    return bytes
  }

  private mutating func take(_ count: Int) throws(ObjectsProblem) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw .incompleteBody }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func skip(_ bytes: [UInt8]) throws(ObjectsProblem) {
    guard try take(bytes.count).elementsEqual(bytes) else { throw .incompleteBody }
  }
}
