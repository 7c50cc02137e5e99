import ColmeiaDigest
import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaStorage
import ColmeiaTransport
import ColmeiaUpload

extension ObjectStore {
  /// Puts what is read while it is sent, such as a file, in the place of what was there, with no more than a piece of it in
  /// memory.
  ///
  /// It is read twice: once for its hash, which is part of the signature, and once when it is sent. So nothing has to go
  /// unsigned, and the server refuses what has changed in between with ``S3ErrorCode/contentHashMismatch``.
  ///
  /// - Parameters:
  ///   - upload: What is read and sent.
  ///   - key: The object's key.
  ///   - contentType: The media type that the object is stored with.
  ///   - timeout: How long sending and the answer may take; the transport's own limit where nothing is said.
  ///   - progress: Called with what has gone, on any thread.
  /// - Throws: ``ObjectStoreError``: the body could not be read, or the server refused or gave no answer.
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

  /// How many bytes are asked for at a time by ``get(_:into:of:files:pieceBytes:progress:)``.
  public static let pieceBytes = 4 << 20

  /// Gets an object into a file, piece by piece, with no more than a piece in memory.
  ///
  /// The file has the object whole, or is not touched: what comes is written beside it, under its name and `.part`, and
  /// put in its place at the end. All pieces are of one version of the object; when it is changed meanwhile, that is
  /// ``ObjectStoreError/changed(call:)``. Whatever ends it, cancellation as well, what was written beside is removed.
  ///
  /// - Parameters:
  ///   - key: The object's key.
  ///   - name: The name of the file in `folder`, which is made where it is missing. Only one call at a time may write
  ///     it.
  ///   - folder: The path of the folder.
  ///   - files: Where files are.
  ///   - pieceBytes: How many bytes are asked for at a time; at least one.
  ///   - progress: Called when a piece has been written, with the bytes of all.
  /// - Throws: ``ObjectStoreError``: the file could not be written, or the server refused, gave no answer, or has another
  ///   version of the object now.
  /// - Complexity: O(bytes), and a request for each piece.
  @discardableResult nonisolated(nonsending) public func get(
    _ key: String, into name: String, of folder: String, files: any FileSystem = SystemFileSystem(),
    pieceBytes: Int = pieceBytes, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) -> ObjectInfo {
    precondition(pieceBytes > 0, "a piece has at least one byte")
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

  /// The next bytes of the version that `known` is of; none at the end, where that is not known before.
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
      // No byte stands there: the end, or an object without any.
      case 416 where start == 0: return try await get(key)
      case 416:
        return StoredObject(bytes: [], info: ObjectInfo(size: start, contentType: known?.contentType, tag: known?.tag))
      default: throw error
      }
    }
  }

  /// The hash of a body, read in pieces.
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
