import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Creates URLSession's form of the request, or `nil` if Foundation doesn't accept its URL.
  init?(_ request: HTTPRequest) {
    guard let url = URL(string: request.url) else { return nil }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    if !request.body.isEmpty { httpBody = Data(request.body) }
  }
}
