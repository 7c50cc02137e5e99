import ColmeiaHTTP

extension Endpoint {
  /// The request of this call, without a token.
  ///
  /// - Parameter defaults: Header fields that the endpoint's own and the body's media type replace.
  /// - Complexity: O(length).
  public func request(to base: BaseURL, headers defaults: HTTPHeaders = [:]) throws(APIError) -> HTTPRequest {
    let path: String
    do throws(TransportError) { path = try base.path + self.path.encoded() } catch { throw .transport(error) }
    var request = HTTPRequest(
      method, origin: base.origin, path: path.isEmpty ? "/" : path, query: HTTPQueryItem.query(query.items),
      headers: defaults)
    switch body {
    case .none: break
    case .unencodable(let error): throw .encoding(error)
    case .bytes(let bytes, let contentType):
      request.body = bytes
      request.headers["Content-Type"] = contentType
    }
    for field in headers.fields { request.headers[field.name] = nil }
    for field in headers.fields { request.headers.add(field.name, field.value) }
    return request
  }
}
