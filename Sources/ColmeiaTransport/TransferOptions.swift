import ColmeiaUpload

/// What is asked of one transfer beside its request.
public struct TransferOptions: Sendable {
  /// The body to send in the place of the request's own, of which no more than a piece at a time is in memory.
  public var upload: UploadBody?
  /// How many bytes the body of the answer may have; the transport's own limit holds as well.
  public var bodyLimit: Int
  /// How long the answer may take, with the time for sending; `nil` for the transport's own limit. A long upload needs
  /// more than that.
  public var timeout: Duration?
  /// Called in order, on any thread, and not for the bodies of redirects' answers. Where a body is sent again, to where
  /// a redirect leads or by another attempt, it begins again.
  public var progress: (@Sendable (TransferProgress) -> Void)?

  /// Options; nothing out of the ordinary where nothing else is said.
  public init(
    upload: UploadBody? = nil, bodyLimit: Int = .max, timeout: Duration? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) {
    self.upload = upload
    self.bodyLimit = bodyLimit
    self.timeout = timeout
    self.progress = progress
  }
}
