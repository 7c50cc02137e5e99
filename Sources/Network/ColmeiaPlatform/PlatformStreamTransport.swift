#if os(Linux)
  /// The stream transport for this platform: ``LinkStreamTransport`` on Linux, where URLSession can't slow a sender
  /// down, and ``URLSessionStreamTransport`` elsewhere. Both have the same initializer.
  public typealias PlatformStreamTransport = LinkStreamTransport
#else
  /// The stream transport for this platform: `LinkStreamTransport` on Linux, ``URLSessionStreamTransport`` elsewhere.
  /// Both have the same initializer.
  public typealias PlatformStreamTransport = URLSessionStreamTransport
#endif
