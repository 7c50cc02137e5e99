import ColmeiaTransport

extension ObjectStore {
  /// Uploads a body that is read while it is sent, such as a file, and replaces any existing object. Only one piece of
  /// the body is in memory at a time.
  ///
  /// The body is read twice: first to compute its hash, which is part of the signature, and then to send it. If the
  /// body changes in between, the server refuses it with the code `XAmzContentSHA256Mismatch`.
  ///
  /// - Parameters:
  ///   - upload: The body to read and send.
  ///   - key: The object's key.
  ///   - contentType: The media type to store with the object.
  ///   - timeout: The maximum time for the upload and the response, or `nil` for the transport's own limit.
  ///   - progress: A closure that is called with the progress of the upload, on any thread.
  /// - Throws: ``ObjectStoreError`` if the body can't be read, or if the server refuses the request or doesn't respond.
  /// - Complexity: O(bytes).
  nonisolated(nonsending) public func put(
    _ upload: UploadBody, at key: String, contentType: String = "application/octet-stream", timeout: Duration? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) {
    var request = try request(.put, key)
    request.headers["Content-Type"] = contentType
    let payload: PayloadHash
    do throws(TransportError) { payload = try await Self.hash(upload) } catch { throw .transport(error) }
    let options = TransferOptions(upload: upload, timeout: timeout) { step in
      if case .sent = step { progress?(step) }
    }
    try await send(request, payload: payload, options)
  }

  /// Removes an object. Succeeds if there is none.
  ///
  /// - Parameter key: The object's key.
  /// - Throws: ``ObjectStoreError`` if the server refuses the request or doesn't respond.
  nonisolated(nonsending) public func delete(_ key: String) async throws(ObjectStoreError) {
    let request = try request(.delete, key)
    try await send(request, payload: PayloadHash(of: request.body), TransferOptions())
  }

  /// Computes the hash of a body, reading it in pieces.
  nonisolated(nonsending) static func hash(_ upload: UploadBody) async throws(TransportError) -> PayloadHash {
    try await upload.files.blocking { () throws(TransportError) in
      var hash = SHA256()
      var reader = upload.reader()
      while reader.left > 0 {
        if Task.isCancelled { throw .cancelled }
        do throws(UploadError) { hash.update(try reader.read(1 << 18)) } catch { throw .unreadableBody(error) }
      }
      return .hash(hash.digest.hex)
    }
  }
}
