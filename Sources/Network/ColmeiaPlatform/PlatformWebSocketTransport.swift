#if os(Linux)
  /// The WebSocket transport for this platform: Colmeia's own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformWebSocketTransport()
  /// ```
  public typealias PlatformWebSocketTransport = LinkWebSocketTransport
#else
  /// The WebSocket transport for this platform: Colmeia's own on Linux, URLSession's elsewhere.
  ///
  /// ```swift
  /// let sockets = PlatformWebSocketTransport()
  /// ```
  public typealias PlatformWebSocketTransport = URLSessionWebSocketTransport
#endif
