import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// Creates the transport error for an error of URLSession. The error's text is discarded, because it may contain the
  /// URL with its query.
  ///
  /// - Parameter coding: The coding of the body that was being received, if it has one.
  init(_ error: any Error, origin: String, hasHead: Bool, coding: String? = nil) {
    let error = error as NSError
    let isDecoding =
      [NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData].contains(error.code)
      || error.code == NSURLErrorUnknown && error.localizedDescription.hasPrefix(Self.damagedContent)
    if let coding, isDecoding {
      self = .badResponse(origin: origin, fault: .damagedContent(coding: coding))
    } else if error.code == NSURLErrorUnknown, error.localizedDescription == Self.refusedHead {
      self = .badResponse(origin: origin, fault: .refusedByURLSession())
    } else {
      self.init(code: error.code, origin: origin, hasHead: hasHead)
    }
  }

  /// The text of libcurl's error if its caller, which is URLSession, doesn't accept a line of the head. It is all that
  /// URLSession tells about the reason.
  private static let refusedHead = "Failed writing header"

  /// The beginning of libcurl's text if it can't decode a body.
  private static let damagedContent = "Error while processing content unencoding"

  /// Creates the transport error for an error code of URLSession, on Linux and on Apple platforms.
  ///
  /// Linux has few codes: -1 stands for every libcurl error other than the most common ones. Before the head of the
  /// response has arrived, it means a failed TLS handshake or a response that is not HTTP; afterwards, it means a
  /// truncated response.
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

  /// The codes from "client certificate required" to "secure connection failed". Linux gives the latter name a
  /// different number.
  private static let secureConnectionCodes = -1_206...(-1_200)

  private static func unknown(origin: String, hasHead: Bool) -> TransportError {
    if hasHead { return .unreachable(.connectionLost, origin: origin) }
    return origin.lowercased().hasPrefix("https:") ? .tls(origin: origin) : .badResponse(origin: origin)
  }
}
