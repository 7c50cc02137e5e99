import ReferenceS3

/// An object store with the part of S3's protocol that works on single objects: put, get, head and delete.
///
/// All other operations of S3 are refused with `NotImplemented`, so that none is mistaken for a supported one.
struct Objects: Sendable {
  /// The maximum length of a key in bytes, as in S3.
  static let longestKey = 1_024
  /// The maximum size in bytes of all header fields that are stored with an object.
  static let mostFields = 2_048

  var settings: ObjectSettings

  /// Returns whether a request contains an S3 signature, valid or not, so that its sender expects a response in S3's
  /// format.
  static func isSigned(_ request: HTTPRequest) -> Bool {
    request.headers["Authorization"].map(SignedAuthorization.isSigned) ?? false
  }

  /// Handles a request. A request that fails changes nothing. The caller must remove the body of a response to `HEAD`.
  func answer(_ request: HTTPRequest, _ context: RequestContext, _ state: inout ObjectsState) -> HTTPResponse {
    do throws(ObjectsProblem) {
      try SignatureCheck(settings: settings, now: context.date).check(request)
      let key = try key(of: request)
      switch request.method {
      case .put: return try store(request, key, context, &state)
      case .get, .head: return try get(request, key, state)
      case .delete:
        state.remove(key)
        return HTTPResponse(204)
      default: throw .method(request.method)
      }
    } catch {
      return error.answer(resource: request.path, requestID: Self.requestID(context))
    }
  }

  /// Returns the response to a body that exceeds the server's limit. The signature can't be verified because the body
  /// wasn't read completely.
  func tooLarge(_ head: HTTPRequest, _ context: RequestContext) -> HTTPResponse {
    ObjectsProblem.tooLarge(head.headers["Content-Length"].flatMap { Int($0) }, limit: settings.largestObject)
      .answer(resource: head.path, requestID: Self.requestID(context))
  }

  /// Returns the key of a request, after verifying that the request is about a whole object.
  private func key(of request: HTTPRequest) throws(ObjectsProblem) -> String {
    let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bucket = parts.first.flatMap({ PercentEncoding.decode($0) }) else { throw .address }
    // A request without a bucket is about the list of buckets.
    guard bucket == settings.bucket || bucket.isEmpty else { throw .noBucket(bucket) }
    guard let key = parts.count > 1 ? PercentEncoding.decode(parts[1]) : "" else { throw .address }
    guard !bucket.isEmpty, !key.isEmpty, isAboutWhole(request) else { throw .notImplemented }
    guard key.utf8.count <= Self.longestKey else { throw .longKey(key.utf8.count, limit: Self.longestKey) }
    return key
  }

  /// Returns whether neither the query nor the header fields select another operation, such as a copy or a list of
  /// versions.
  private func isAboutWhole(_ request: HTTPRequest) -> Bool {
    let hasOtherItem = (request.queryItems ?? []).contains { !$0.name.hasPrefix("X-Amz-") && $0.name != "x-id" }
    let isCopy = request.headers["x-amz-copy-source"] != nil
    let isConditionalPut =
      request.method == .put && (request.headers["If-Match"] != nil || request.headers["If-None-Match"] != nil)
    return !hasOtherItem && !isCopy && !isConditionalPut
  }

  /// Returns an identifier by which the operator can find the request. It reveals nothing secret.
  private static func requestID(_ context: RequestContext) -> String {
    String(SHA256.digest(context.salt).hex.prefix(16)).uppercased()
  }
}

extension Objects {
  private func store(
    _ request: HTTPRequest, _ key: String, _ context: RequestContext, _ state: inout ObjectsState
  ) throws(ObjectsProblem) -> HTTPResponse {
    guard request.body.count <= settings.largestObject else {
      throw .tooLarge(request.body.count, limit: settings.largestObject)
    }
    if let digest = request.headers["Content-MD5"], digest != Base64.encode(MD5.digest(request.body)) {
      throw .badDigest
    }
    let fields = Self.keptFields(of: request)
    guard ObjectRow.size(of: fields) <= Self.mostFields else { throw .fields }
    let row = ObjectRow(key: key, body: Blob(request.body), fields: fields, date: context.date)
    guard state.size(with: row) <= settings.capacity, state[key] != nil || state.count < settings.mostObjects else {
      throw .full
    }
    state.upsert(row)
    return HTTPResponse(200, headers: ["ETag": row.tag])
  }

  /// Returns the header fields that are stored with the object: its content type, other fields about the content, and
  /// the client's metadata.
  private static func keptFields(of request: HTTPRequest) -> [HTTPHeaders.Field] {
    let kept: Set<String> = ["cache-control", "content-disposition", "content-encoding", "content-language"]
    var fields = ["content-type": request.headers["Content-Type"] ?? "binary/octet-stream"]
    for name in request.headers.fields.map({ $0.name.lowercased() })
    where kept.contains(name) || name.hasPrefix("x-amz-meta-") {
      fields[name] = request.headers.values(of: name).joined(separator: ",")
    }
    return fields.sorted { $0.key < $1.key }.map { HTTPHeaders.Field($0.key, $0.value) }
  }

  private func get(
    _ request: HTTPRequest, _ key: String, _ state: ObjectsState
  ) throws(ObjectsProblem) -> HTTPResponse {
    guard let row = state[key] else { throw .noKey(key) }
    var headers: HTTPHeaders = [
      "ETag": row.tag, "Last-Modified": HTTPDate.text(row.date), "Accept-Ranges": "bytes",
    ]
    guard request.headers["If-Match"] == nil || request.names(row.tag, in: "If-Match") else { throw .precondition }
    if request.names(row.tag, in: "If-None-Match") { return HTTPResponse(304, headers: headers) }
    for field in row.fields { headers.add(field.name, field.value) }
    let isOther = request.headers["If-Range"].map { $0 != row.tag } ?? false
    let field = isOther ? nil : request.headers["Range"]
    switch ByteRange(field, count: row.body.bytes.count) {
    case .whole: return HTTPResponse(200, headers: headers, body: row.body.bytes)
    case .none: throw .range(field ?? "", count: row.body.bytes.count)
    case .part(let range):
      headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(row.body.bytes.count)"
      return HTTPResponse(206, headers: headers, body: Array(row.body.bytes[range]))
    }
  }
}
