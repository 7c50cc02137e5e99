import ColmeiaTransport

/// The reason why a request to an object store failed. Its description contains no secrets and no content of objects.
public enum ObjectStoreError: Error, Sendable, Hashable {
  /// The server didn't respond.
  case transport(TransportError)
  /// The server refused the request.
  case refused(S3Failure)
}

extension ObjectStoreError: CustomStringConvertible {
  /// A message that describes the error and suggests what to do.
  public var description: String {
    switch self {
    case .transport(let error): "\(error)"
    case .refused(let failure): "\(failure)"
    }
  }
}

/// A response in which an object store refuses a request.
public struct S3Failure: Error, Sendable, Hashable {
  /// The method and path of the request, such as `GET /photos/users/7.jpg`.
  public let call: String
  /// The status code of the response.
  public let status: Int
  /// The error code, or `nil` if the response doesn't contain one. A response to `HEAD` never does.
  public let code: S3ErrorCode?
  /// The server's human-readable message.
  public let message: String?
  /// The identifier by which the server's operator can find the request.
  public let requestID: String?

  /// Creates a failure from a response. Its body is `<Error><Code>…</Code><Message>…</Message>…</Error>`, or is ignored
  /// if it's another document.
  ///
  /// - Complexity: O(length of the body).
  public init(call: String, _ response: HTTPResponse) {
    self.call = call
    status = response.status
    let texts = XMLReader.texts(in: response.body, root: "Error") ?? [:]
    code = texts["Code"].map(S3ErrorCode.init)
    message = texts["Message"]
    requestID = texts["RequestId"]
  }
}

extension S3Failure: CustomStringConvertible {
  /// The request, the reason, and a suggestion for what to do.
  public var description: String {
    let reason = code.map { "\($0) (status \(status))" } ?? "status \(status)"
    return "\(call) was refused with \(reason). \(advice)"
  }

  private var advice: String {
    switch code {
    case .noSuchKey: "The object does not exist. Check the key."
    case .noSuchBucket: "The bucket does not exist. Check its name and the address."
    case .accessDenied: "The credentials may not do this, or the address has expired. Request a new one."
    case .invalidAccessKey, .expiredToken: "The credentials are not valid. Get new ones."
    case .signatureDoesNotMatch:
      "The secret is wrong, or the request was changed in transit."
    case .requestTimeTooSkewed: "The clocks are too far apart. Set this device's clock."
    case .authorizationHeaderMalformed: "Check the region."
    case .entityTooLarge: "Send a smaller object."
    case .slowDown, .internalError: "Try again later."
    case nil where status == 404: "The object or the bucket does not exist. Check the key and the address."
    default: message.map { "The server says: \($0)" } ?? "Look up the reason in the server's documentation."
    }
  }
}
