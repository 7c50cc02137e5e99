import ColmeiaDigest
import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaStorage
import ColmeiaTransport
import ColmeiaUpload

extension ObjectStore {
  /// Uploads a body that is read while it is sent, such as a file, and replaces any existing object. Only one piece of
  /// the body is in memory at a time.
  ///
  /// The body is read twice: first to compute its hash, which is part of the signature, and then to send it. If the
  /// body changes in between, the server refuses it with ``S3ErrorCode/contentHashMismatch``.
  ///
  /// - Parameters:
  ///   - upload: The body to read and send.
  ///   - key: The object's key.
  ///   - contentType: The media type to store with the object.
  ///   - timeout: The maximum time for the upload and the response, or `nil` for the transport's own limit.
  ///   - progress: A closure that is called with the progress of the upload, on any thread.
  /// - Throws: ``ObjectStoreError`` if the body can't be read, or if the server refuses the request or doesn't respond.
  /// - Complexity: O(bytes).
  @discardableResult nonisolated(nonsending) public func put(
    _ upload: UploadBody, at key: String, contentType: String = "application/octet-stream", timeout: Duration? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) -> ObjectInfo {
    var request = try request(.put, key)
    request.headers["Content-Type"] = contentType
    let payload = try await Self.hash(upload)
    let options = TransferOptions(upload: upload, timeout: timeout) { step in
      if case .sent = step { progress?(step) }
    }
    let response = try await send(request, payload: payload, options)
    return ObjectInfo(size: upload.length, contentType: contentType, tag: response.headers["ETag"])
  }

  /// The default number of bytes that ``get(_:into:of:files:pieceBytes:progress:)`` requests at a time.
  public static let pieceBytes = 4 << 20

  /// Downloads an object into a file, piece by piece, with only one piece in memory at a time.
  ///
  /// The file is replaced only by the complete object. The data is first written to a file beside it with the suffix
  /// `.part`, which is renamed at the end. All pieces belong to the same version of the object; if the object changes
  /// during the download, the method throws ``ObjectStoreError/changed(call:)``. If the download fails or is cancelled,
  /// the `.part` file is removed.
  ///
  /// - Parameters:
  ///   - key: The object's key.
  ///   - name: The name of the file in `folder`. Only one call at a time may write to it.
  ///   - folder: The path of the folder. It is created if it doesn't exist.
  ///   - files: The file system that contains the folder.
  ///   - pieceBytes: The number of bytes to request at a time; at least 1.
  ///   - progress: A closure that is called after each piece is written, with the total number of bytes so far.
  /// - Throws: ``ObjectStoreError`` if the file can't be written, or if the server refuses a request, doesn't respond,
  ///   or has another version of the object.
  /// - Complexity: O(bytes), and a request for each piece.
  @discardableResult nonisolated(nonsending) public func get(
    _ key: String, into name: String, of folder: String, files: any FileSystem = SystemFileSystem(),
    pieceBytes: Int = pieceBytes, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) -> ObjectInfo {
    precondition(pieceBytes > 0, "a piece must have at least one byte")
    var file: PartialFile?
    try await files.blocking { () throws(ObjectStoreError) in file = try PartialFile.make(name, in: folder, files) }
    var (info, count): (ObjectInfo?, Int) = (nil, 0)
    while true {
      let piece = try await piece(key, from: count, pieceBytes, of: info)
      if Task.isCancelled { throw .transport(.cancelled) }
      try await files.blocking { () throws(ObjectStoreError) in try file?.write(piece.bytes) }
      info = piece.info
      count += piece.bytes.count
      if !piece.bytes.isEmpty { progress?(.received(count, of: piece.info.size)) }
      if piece.bytes.isEmpty || count >= piece.info.size ?? .max { break }
    }
    try await files.blocking { () throws(ObjectStoreError) in try file?.finish() }
    return ObjectInfo(size: count, contentType: info?.contentType, tag: info?.tag)
  }

  /// Returns the next bytes of the version that `known` describes. They are empty at the end of an object whose size is
  /// unknown.
  nonisolated(nonsending) private func piece(
    _ key: String, from start: Int, _ count: Int, of known: ObjectInfo?
  ) async throws(ObjectStoreError) -> StoredObject {
    do throws(ObjectStoreError) {
      let piece = try await get(key, start..<start + count, ifMatch: known?.tag)
      if let known, known.tag != piece.info.tag || known.size != piece.info.size {
        throw ObjectStoreError.changed(call: "GET \(key)")
      }
      return piece
    } catch {
      guard case .refused(let failure) = error else { throw error }
      switch failure.status {
      case 412: throw .changed(call: failure.call)
      // The requested range is past the end, or the object is empty.
      case 416 where start == 0: return try await get(key)
      case 416:
        return StoredObject(bytes: [], info: ObjectInfo(size: start, contentType: known?.contentType, tag: known?.tag))
      default: throw error
      }
    }
  }

  /// Computes the hash of a body, reading it in pieces.
  nonisolated(nonsending) private static func hash(_ upload: UploadBody) async throws(ObjectStoreError) -> PayloadHash {
    try await upload.files.blocking { () throws(ObjectStoreError) in
      var hash = SHA256()
      var reader = upload.reader()
      while reader.left > 0 {
        if Task.isCancelled { throw .transport(.cancelled) }
        do throws(UploadError) { hash.update(try reader.read(1 << 18)) } catch {
          throw .transport(.unreadableBody(error))
        }
      }
      return .hash(hash.digest.hex)
    }
  }
}
