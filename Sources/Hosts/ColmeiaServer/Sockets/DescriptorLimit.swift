import ColmeiaBase

/// The limit of this process for open files and sockets.
public enum DescriptorLimit {
  /// Raises the limit to the maximum that the system allows, but not above 8,192. That is enough for
  /// ``ServerLimits/connections`` and the rest of the process. Only commands should call it; a library should leave the
  /// limit unchanged.
  public static func raise() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 8_192 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(resource, &limit)
  }
}
