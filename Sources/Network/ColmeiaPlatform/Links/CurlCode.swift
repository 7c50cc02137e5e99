#if os(Linux)
  import ColmeiaTransport

  /// A result code of libcurl for a connection (libcurl-errors(3)).
  struct CurlCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let ok = CurlCode(rawValue: 0)
    static let noStart = CurlCode(rawValue: 2)
    static let notBuiltIn = CurlCode(rawValue: 4)
    static let proxyNotFound = CurlCode(rawValue: 5)
    static let hostNotFound = CurlCode(rawValue: 6)
    static let refused = CurlCode(rawValue: 7)
    static let timedOut = CurlCode(rawValue: 28)
    static let gotNothing = CurlCode(rawValue: 52)
    static let sendFailed = CurlCode(rawValue: 55)
    static let receiveFailed = CurlCode(rawValue: 56)
    static let again = CurlCode(rawValue: 81)

    /// The codes for a connection that the server has closed or that broke.
    static let lost: Set<CurlCode> = [ok, gotNothing, sendFailed, receiveFailed]
    /// The codes for a secure connection that could not be established.
    static let insecure: Set<CurlCode> = [
      CurlCode(rawValue: 35),  // the handshake failed
      CurlCode(rawValue: 51),  // the certificate does not match; part of 60 since libcurl 7.62
      CurlCode(rawValue: 58),  // a problem with the client certificate
      CurlCode(rawValue: 60),  // the certificate is not trusted, or is for another host
      CurlCode(rawValue: 77),  // the file of trusted certificates can't be read
      CurlCode(rawValue: 83),  // the issuer check failed
      CurlCode(rawValue: 90),  // the pinned public key does not match
      CurlCode(rawValue: 91),  // the certificate's status is invalid
    ]
  }

  extension TransportError {
    /// Creates the transport error for a result code of libcurl.
    init(_ code: CurlCode, origin: String) {
      switch code {
      case .hostNotFound, .proxyNotFound: self = .unreachable(.nameNotFound, origin: origin)
      case .refused: self = .unreachable(.refused, origin: origin)
      case .timedOut: self = .unreachable(.noAnswer, origin: origin)
      case _ where CurlCode.lost.contains(code): self = .unreachable(.connectionLost, origin: origin)
      case _ where CurlCode.insecure.contains(code): self = .tls(origin: origin)
      default: self = .failed(code: Int(code.rawValue), origin: origin)
      }
    }
  }
#endif
