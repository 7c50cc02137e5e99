import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// Status and header fields of URLSession's answer, in the order of the names: its own order is that of a hash table.
  init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value -> HTTPHeaders.Field? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return Self.connectionFields.contains(name.lowercased()) ? nil : HTTPHeaders.Field(name, value)
    }
    let sorted = fields.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    self.init(response.statusCode, headers: HTTPHeaders(sorted))
  }

  /// What only concerns the connection (RFC 9110 §7.6.1).
  private static let connectionFields: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
