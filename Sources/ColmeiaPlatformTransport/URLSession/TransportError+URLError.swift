import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// What an error of URLSession means. Its text is not kept: it may quote the address with its query.
  init(_ error: any Error, origin: String, hasHead: Bool) {
    self.init(code: (error as NSError).code, origin: origin, hasHead: hasHead)
  }

  /// What a code of URLSession means, on Linux and on Apple's platforms.
  ///
  /// Linux has few codes: -1 stands for all that libcurl reports beyond the best known. Before a header has come that is
  /// a handshake that failed, or something else than HTTP; after it, an answer that ended before its end.
  init(code: Int, origin: String, hasHead: Bool) {
    switch code {
    case NSURLErrorCancelled: self = .cancelled
    case NSURLErrorNotConnectedToInternet, NSURLErrorDataNotAllowed, NSURLErrorInternationalRoamingOff: self = .offline
    case NSURLErrorCannotConnectToHost: self = .unreachable(.refused, origin: origin)
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .unreachable(.nameNotFound, origin: origin)
    case NSURLErrorNetworkConnectionLost: self = .unreachable(.connectionLost, origin: origin)
    case NSURLErrorTimedOut: self = .unreachable(.noAnswer, origin: origin)
    case NSURLErrorBadServerResponse where !hasHead: self = .unreachable(.connectionLost, origin: origin)
    case NSURLErrorBadServerResponse, NSURLErrorUnsupportedURL, NSURLErrorCannotParseResponse,
      NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData:
      self = .badResponse(origin: origin)
    case Self.secureConnectionCodes: self = .tls(origin: origin)
    case NSURLErrorUnknown: self = Self.unknown(origin: origin, hasHead: hasHead)
    default: self = .failed(code: code, origin: origin)
    }
  }

  /// From "client certificate required" to "secure connection failed"; Linux gives the last name another number.
  private static let secureConnectionCodes = -1_206...(-1_200)

  private static func unknown(origin: String, hasHead: Bool) -> TransportError {
    if hasHead { return .unreachable(.connectionLost, origin: origin) }
    return origin.lowercased().hasPrefix("https:") ? .tls(origin: origin) : .badResponse(origin: origin)
  }
}
