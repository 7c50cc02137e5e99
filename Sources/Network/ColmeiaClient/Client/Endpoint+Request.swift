import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport

extension Endpoint {
  /// Returns the request of this call, without a token.
  ///
  /// A form that contains a file is not part of the request: the client reads the file while sending it.
  ///
  /// - Parameters:
  ///   - base: The address that the path is relative to.
  ///   - defaults: Header fields that the endpoint's own fields and the body's media type replace.
  ///   - common: Parameters that the endpoint's own parameters replace.
  ///   - coding: The coding options for a JSON body.
  /// - Throws: ``APIError`` if the call cannot be turned into a request: its path leaves the base address, or its
  ///   parameters or its body cannot be encoded.
  /// - Complexity: O(*n*), where *n* is the length of the request.
  public func request(
    to base: BaseURL, headers defaults: HTTPHeaders = [:], parameters common: RequestParameters = [:],
    coding: JSONCoding = .standard
  ) throws(APIError) -> HTTPRequest {
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
    case .value(let value):
      do throws(JSONError) { request.body = try value.encode(coding) } catch { throw .encoding(error) }
      request.headers["Content-Type"] = "application/json"
    case .form(let fields):
      guard let items = try Self.items(of: fields) else { break }
      request.body = Array((HTTPQueryItem.query(items) ?? "").utf8)
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    case .file(_, _, let contentType): request.headers["Content-Type"] = contentType
    case .bytes(let bytes, let contentType):
      request.body = bytes
      request.headers["Content-Type"] = contentType
    }
    for field in headers.fields { request.headers[field.name] = nil }
    for field in headers.fields { request.headers.add(field) }
    return request
  }

  /// Returns the multipart body of a form that must be sent as one, or `nil` for any other body.
  ///
  /// If the boundary occurs in a part, the body is built again with another boundary, up to twice.
  ///
  /// - Parameter boundary: Returns the boundary for an attempt, given its index.
  /// - Complexity: O(*n*), where *n* is the number of bytes, including those of files.
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

  /// Returns the items of a form that contains only texts without a media type, or `nil` for any other form.
  private static func items(of fields: [FormField]) throws(APIError) -> [HTTPQueryItem]? {
    let parts: [FormPart]
    do throws(MultipartError) { parts = try FormPart.flatten(fields) } catch { throw .form(error) }
    var items: [HTTPQueryItem] = []
    for part in parts {
      guard case .text(let text, type: nil) = part.content else { return nil }
      items.append(HTTPQueryItem(part.name, text))
    }
    return items
  }

  /// Returns the query's own items, except those that a parameter replaces, followed by the parameters.
  private func items(beside parameters: RequestParameters) -> [HTTPQueryItem] {
    let sent = parameters.items
    return query.items.filter { item in !sent.contains { $0.name == item.name } } + sent
  }

  private func encode(_ parameters: RequestParameters, into request: inout HTTPRequest) throws(APIError) {
    do throws(JSONError) { request.body = try encoder.encode(parameters) } catch { throw .encoding(error) }
    request.headers["Content-Type"] = encoder.contentType
  }
}
