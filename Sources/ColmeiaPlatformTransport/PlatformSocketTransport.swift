#if os(Linux)
  /// The WebSocket transport for this platform: Colmeia's own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformSocketTransport()
  /// ```
  public typealias PlatformSocketTransport = SocketTransport
#else
  /// The WebSocket transport for this platform: Colmeia's own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformSocketTransport()
  /// ```
  public typealias PlatformSocketTransport = URLSessionSocketTransport
#endif
