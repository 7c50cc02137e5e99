import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

/// Why an object store gave nothing. What describes it shows neither a secret nor an object.
public enum ObjectStoreError: Error, Sendable, Hashable {
  /// There was no answer.
  case transport(TransportError)
  /// The server refused the request.
  case refused(S3Failure)
  /// The server said yes, but not to what was asked: another part of an object, or no part.
  case otherPart(call: String)
  /// The object was changed while it was got piece by piece.
  case changed(call: String)
  /// What has come could not be written.
  case file(FileError)
}

extension ObjectStoreError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .transport(let error): "\(error)"
    case .refused(let failure): "\(failure)"
    case .otherPart(let call):
      "\(call) was answered with another part of the object than was asked for. Ask for the whole object."
    case .changed(let call): "\(call): the object was changed while it was got. Get it again."
    case .file(let error): "\(error)"
    }
  }
}

/// A refusal of an object store.
public struct S3Failure: Error, Sendable, Hashable {
  /// Method and path of the request: `GET /photos/users/7.jpg`.
  public let call: String
  /// The status of the answer.
  public let status: Int
  /// Why; `nil` when the answer does not say, as that to `HEAD` never does.
  public let code: S3ErrorCode?
  /// What the server says to people.
  public let message: String?
  /// What the server's operator finds the request by.
  public let requestID: String?
  /// What the server signed, when it found another signature.
  public let dispute: SignatureDispute?
  /// Why the body could not be read, when it could not.
  public let documentError: XMLError?

  /// The refusal that an answer is.
  ///
  /// - Complexity: O(length of the body).
  public init(call: String, _ response: HTTPResponse) {
    self.call = call
    status = response.status
    var (document, documentError): (S3ErrorDocument?, XMLError?) = (nil, nil)
    if !response.body.isEmpty {
      do throws(XMLError) { document = try S3ErrorDocument(response.body) } catch { documentError = error }
    }
    code = document?.code
    message = document?.message
    requestID = document?.requestID
    dispute = document?.dispute
    self.documentError = documentError
  }

  /// Whether there is no such object.
  public var isMissing: Bool { code.map { $0 == .noSuchKey } ?? (status == 404) }
}

extension S3Failure: CustomStringConvertible {
  /// The call, the reason, and what to do.
  public var description: String {
    let reason = code.map { "\($0) (status \(status))" } ?? "status \(status)"
    return "\(call) was refused with \(reason). \(advice)"
  }

  private var advice: String {
    switch code {
    case .noSuchKey: "There is no such object. Check the key."
    case .noSuchBucket: "There is no such bucket. Check its name and the address."
    case .accessDenied: "The credentials may not do this, or the address has expired. Ask for a new one."
    case .invalidAccessKey, .expiredToken: "The credentials are not good. Get new ones."
    case .signatureDoesNotMatch:
      "The secret is another, or the request was changed on its way. Compare what the server signed."
    case .requestTimeTooSkewed: "The clocks are too far apart. Set this device's clock."
    case .authorizationHeaderMalformed: "Check the region."
    case .entityTooLarge: "Send a smaller object."
    case .slowDown, .internalError: "Try again later."
    case nil where status == 404: "There is no such object, or no such bucket. Check the key."
    default: message.map { "The server says: \($0)" } ?? "Look the reason up in the server's documentation."
    }
  }
}
