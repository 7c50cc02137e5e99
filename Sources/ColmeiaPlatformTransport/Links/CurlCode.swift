#if os(Linux)
  import ColmeiaTransport

  /// What libcurl says of a connection (libcurl-errors(3)).
  struct CurlCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let ok = CurlCode(rawValue: 0)
    static let noStart = CurlCode(rawValue: 2)
    static let notBuiltIn = CurlCode(rawValue: 4)
    static let hostNotFound = CurlCode(rawValue: 6)
    static let refused = CurlCode(rawValue: 7)
    static let timedOut = CurlCode(rawValue: 28)
    static let gotNothing = CurlCode(rawValue: 52)
    static let sendFailed = CurlCode(rawValue: 55)
    static let receiveFailed = CurlCode(rawValue: 56)
    static let again = CurlCode(rawValue: 81)

    /// The server has ended the connection, or it broke.
    static let lost: Set<CurlCode> = [ok, gotNothing, sendFailed, receiveFailed]
    /// No secure connection came about.
    static let insecure: Set<CurlCode> = [
      CurlCode(rawValue: 35),  // the handshake failed
      CurlCode(rawValue: 51),  // the certificate does not fit; since libcurl 7.62 that is 60
      CurlCode(rawValue: 58),  // the client's certificate
      CurlCode(rawValue: 60),  // nobody who is trusted vouches for the certificate, or it is another host's
      CurlCode(rawValue: 77),  // the file of trusted certificates
      CurlCode(rawValue: 83),  // the issuer of the certificate
      CurlCode(rawValue: 90),  // the key is not the one that is pinned
      CurlCode(rawValue: 91),  // the certificate's state
    ]
  }

  extension TransportError {
    /// What libcurl's code means.
    init(_ code: CurlCode, origin: String) {
      switch code {
      case .hostNotFound: self = .unreachable(.nameNotFound, origin: origin)
      case .refused: self = .unreachable(.refused, origin: origin)
      case .timedOut: self = .unreachable(.noAnswer, origin: origin)
      case _ where CurlCode.lost.contains(code): self = .unreachable(.connectionLost, origin: origin)
      case _ where CurlCode.insecure.contains(code): self = .tls(origin: origin)
      default: self = .failed(code: Int(code.rawValue), origin: origin)
      }
    }
  }
#endif
