#if os(Linux)
  /// The transport of streams for this platform: on Linux ``LinkStreamTransport``, because URLSession cannot slow a sender
  /// down there; elsewhere ``URLSessionStreamTransport``. Both are made alike.
  public typealias PlatformStreamTransport = LinkStreamTransport
#else
  /// The transport of streams for this platform: on Linux `LinkStreamTransport`, elsewhere ``URLSessionStreamTransport``.
  /// Both are made alike.
  public typealias PlatformStreamTransport = URLSessionStreamTransport
#endif
