import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

extension ImageCache {
  /// Performs a download. The waiters get the image first, and then it is written to disk.
  func carryOut(_ key: String, _ address: WebAddress, isOwned: Bool, _ transfer: Int) async {
    let before = changes.withLock { $0 }
    let result: Result<Fetched, ImageError>
    do throws(ImageError) {
      result = .success(try await fetch(key, address, isOwned, transfer))
    } catch {
      result = .failure(error)
    }
    guard let waiters = transfers.complete(key, transfer, result.map(\.image)) else { return }
    if case .success(let fetched) = result, fetched.isStorable {
      changes.withLock { changes in
        guard changes.isUnchanged(key, since: before) else { return }
        memory.insert(fetched.entry, for: key, bytes: fetched.entry.bytes.count)
      }
    }
    for waiter in waiters { waiter.finish(result.map(\.image)) }
    if case .success(let fetched) = result, fetched.isStorable, fetched.isNews {
      do throws(DiskCacheError) { try await write(fetched.entry, key, before) } catch { diskFailure?(error) }
    }
  }

  private func write(_ entry: CacheEntry, _ key: String, _ before: CacheChanges) async throws(DiskCacheError) {
    guard let disk, isUnchanged(key, since: before) else { return }
    try await disk.write(entry, for: key)
    // The image may have been removed during the write.
    if !isUnchanged(key, since: before) { try await disk.remove(key) }
  }

  private func isUnchanged(_ key: String, since before: CacheChanges) -> Bool {
    changes.withLock { $0.isUnchanged(key, since: before) }
  }

  /// The result of a download.
  private struct Fetched: Sendable {
    var entry: CacheEntry
    var source: LoadedImage.Source
    /// Whether the server allows the image to be cached.
    var isStorable = true
    /// Whether the entry differs from the one on disk.
    var isNews: Bool { source == .network || source == .confirmed }
    var image: LoadedImage { LoadedImage(entry.bytes, source: source) }
  }

  private func fetch(
    _ key: String, _ address: WebAddress, _ isOwned: Bool, _ transfer: Int
  ) async throws(ImageError) -> Fetched {
    let known = await known(key)
    if let known, isFresh(known.entry) { return known }
    if Task.isCancelled { throw .cancelled }
    var request = HTTPRequest(.get, origin: address.origin, path: address.path, query: address.query)
    let options = TransferOptions(bodyLimit: limits.imageBytes) { self.transfers.report($0, key, transfer) }
    var asked = now()
    if let known = known?.entry, let validator = known.validator {
      request.headers["If-None-Match"] = validator
      let response = try await send(request, options)
      // A confirmation of another image than the cached one is useless.
      if response.status != 304 || response.confirms(validator) { return try fetched(response, known, isOwned, asked) }
      request.headers["If-None-Match"] = nil
      asked = now()
    }
    return try fetched(try await send(request, options), nil, isOwned, asked)
  }

  private func send(_ request: HTTPRequest, _ options: TransferOptions) async throws(ImageError) -> HTTPResponse {
    do throws(TransportError) { return try await transport.send(request, options) } catch {
      if case .tooLarge = error { throw .tooLarge(limit: limits.imageBytes) }
      throw .transport(error)
    }
  }

  /// Returns the cached image from memory, or else from disk.
  private func known(_ key: String) async -> Fetched? {
    if let entry = inMemory(key) { return Fetched(entry: entry, source: .memory) }
    let entry = await disk?.entry(for: key)
    guard let entry, entry.bytes.count > 0, entry.bytes.count <= limits.imageBytes else { return nil }
    return Fetched(entry: entry, source: .disk)
  }

  /// Interprets the server's response to a request that was sent at the time `asked`.
  private func fetched(
    _ response: HTTPResponse, _ known: CacheEntry?, _ isOwned: Bool, _ asked: Int
  ) throws(ImageError) -> Fetched {
    let validator = response.isDirect ? response.headers["ETag"] : nil
    let control = CacheControl(response.headers)
    let isStorable =
      !control.noStore && !response.headers.vary.contains("*")
      && (isOwned || !control.isPrivate && !response.hasHiddenCookies)
    let written = start(control, response, asked)
    if response.status == 304, let known {
      let entry = CacheEntry(known.bytes, written: written, validator: validator ?? known.validator)
      return Fetched(entry: entry, source: .confirmed, isStorable: isStorable)
    }
    guard [200, 203].contains(response.status) else { throw .status(response.status) }
    if response.body.isEmpty { throw .empty }
    let type = MediaType(response.headers["Content-Type"] ?? "")
    guard ImageType.isImage(response.body, type) else { throw .notAnImage(contentType: type?.essence ?? "") }
    if response.body.count > limits.imageBytes { throw .tooLarge(limit: limits.imageBytes) }
    let entry = CacheEntry(response.body, written: written, validator: validator)
    return Fetched(entry: entry, source: .network, isStorable: isStorable)
  }

  /// Returns the time from which the age of an image counts: now, or so long ago that the image is too old as soon as
  /// the server no longer allows it to be used.
  private func start(_ control: CacheControl, _ response: HTTPResponse, _ asked: Int) -> Int {
    let arrived = now()
    let sent = arrived - response.initialAge(arrived, delay: arrived - asked)
    let lifetime = control.noCache ? 0 : response.headers.lifetime(control, received: arrived) ?? .max
    return lifetime > limits.age ? sent : sent - (limits.age - lifetime) - 1
  }
}
