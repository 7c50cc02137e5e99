#if os(Linux)
  /// WebSockets as this platform can have them: our own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformSocketTransport()
  /// ```
  public typealias PlatformSocketTransport = SocketTransport
#else
  /// WebSockets as this platform can have them: our own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformSocketTransport()
  /// ```
  public typealias PlatformSocketTransport = URLSessionSocketTransport
#endif
