import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaUpload

extension Endpoint {
  /// The request of this call, without a token. A form with a file in it is not there yet: the client reads it while it is
  /// sent.
  ///
  /// - Parameters:
  ///   - base: Where the path begins, unless the endpoint has a base address of its own.
  ///   - defaults: Header fields that the endpoint's own and the body's media type replace.
  ///   - common: Parameters that the endpoint's own replace.
  /// - Throws: ``APIError`` when the call cannot be a request: its path leaves the base address, or its parameters cannot
  ///   be encoded.
  /// - Complexity: O(length).
  public func request(
    to base: BaseURL, headers defaults: HTTPHeaders = [:], parameters common: RequestParameters = [:]
  ) throws(APIError) -> HTTPRequest {
    let base = self.base ?? base
    let path: String
    do throws(RequestFault) { path = try base.path + self.path.encoded() } catch {
      throw .transport(.badRequest(error))
    }
    let sent = parameters.over(common)
    let isInQuery = method == .get || method == .head || body != .none
    var request = HTTPRequest(
      method, origin: base.origin, path: path.isEmpty ? "/" : path,
      query: HTTPQueryItem.query(isInQuery ? items(beside: sent) : query.items), headers: defaults)
    switch body {
    case .none: if !isInQuery, !sent.values.isEmpty { try encode(sent, into: &request) }
    case .unencodable(let error): throw .encoding(error)
    case .form(let fields):
      guard let items = try Self.items(of: fields) else { break }
      request.body = Array((HTTPQueryItem.query(items) ?? "").utf8)
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    case .bytes(let bytes, let contentType):
      request.body = bytes
      request.headers["Content-Type"] = contentType
    }
    for field in headers.fields { request.headers[field.name] = nil }
    for field in headers.fields { request.headers.add(field.name, field.value) }
    return request
  }

  /// The body of a form with a file in it; `nil` for any other. One whose boundary stands in a part is made again.
  ///
  /// - Parameter boundary: what separates the parts at the first attempt, the second, and so on.
  /// - Complexity: O(bytes), those of files included.
  func multipart(_ files: any FileSystem, boundary: (Int) -> String) throws(APIError) -> MultipartBody? {
    guard case .form(let fields) = body, try Self.items(of: fields) == nil else { return nil }
    var attempt = 0
    while true {
      do throws(MultipartError) {
        return try MultipartBody(fields, boundary: boundary(attempt), files: files)
      } catch {
        guard case .boundaryInPart = error, attempt < 2 else { throw .form(error) }
        attempt += 1
      }
    }
  }

  /// The items of a form without bytes and files; `nil` of another.
  private static func items(of fields: [FormField]) throws(APIError) -> [HTTPQueryItem]? {
    let parts: [FormPart]
    do throws(MultipartError) { parts = try FormPart.flatten(fields) } catch { throw .form(error) }
    var items: [HTTPQueryItem] = []
    for part in parts {
      guard case .text(let text) = part.content else { return nil }
      items.append(HTTPQueryItem(part.name, text))
    }
    return items
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
