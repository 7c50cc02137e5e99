import ColmeiaHTTP
import ColmeiaJSON

extension Endpoint {
  /// The request of this call, without a token.
  ///
  /// - Parameters:
  ///   - base: Where the path begins, unless the endpoint has a base address of its own.
  ///   - defaults: Header fields that the endpoint's own and the body's media type replace.
  ///   - common: Parameters that the endpoint's own replace.
  /// - Complexity: O(length).
  public func request(
    to base: BaseURL, headers defaults: HTTPHeaders = [:], parameters common: RequestParameters = [:]
  ) throws(APIError) -> HTTPRequest {
    let base = self.base ?? base
    let path: String
    do throws(TransportError) { path = try base.path + self.path.encoded() } catch { throw .transport(error) }
    let sent = parameters.over(common)
    let isInQuery = method == .get || method == .head || body != .none
    var request = HTTPRequest(
      method, origin: base.origin, path: path.isEmpty ? "/" : path,
      query: HTTPQueryItem.query(isInQuery ? items(beside: sent) : query.items), headers: defaults)
    switch body {
    case .none: if !isInQuery, !sent.values.isEmpty { try encode(sent, into: &request) }
    case .unencodable(let error): throw .encoding(error)
    case .bytes(let bytes, let contentType):
      request.body = bytes
      request.headers["Content-Type"] = contentType
    }
    for field in headers.fields { request.headers[field.name] = nil }
    for field in headers.fields { request.headers.add(field.name, field.value) }
    return request
  }

  /// The query's own items, but for those that a parameter replaces, and the parameters.
  private func items(beside parameters: RequestParameters) -> [HTTPQueryItem] {
    let sent = parameters.items
    return query.items.filter { item in !sent.contains { $0.name == item.name } } + sent
  }

  private func encode(_ parameters: RequestParameters, into request: inout HTTPRequest) throws(APIError) {
    do throws(JSONError) { request.body = try encoder.encode(parameters) } catch { throw .encoding(error) }
    request.headers["Content-Type"] = encoder.contentType
  }
}
