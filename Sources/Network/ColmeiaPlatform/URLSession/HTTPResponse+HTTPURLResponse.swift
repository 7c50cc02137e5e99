import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// Creates a response from the status and header fields of URLSession's response. The fields are sorted by name,
  /// because URLSession's order is that of a hash table.
  init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value -> HTTPHeaders.Field? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return HTTPHeaders.Field(name, value)
    }
    let sorted = fields.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    self.init(response.statusCode, headers: HTTPHeaders(sorted).withoutConnectionFields)
  }
}
