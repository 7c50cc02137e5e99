#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files and sockets this process may have open.
public enum DescriptorLimit {
  /// Raises it to what the system allows, but not beyond 8,192: enough for ``ServerLimits/connections`` and for what else is
  /// in the same process. It is for a command to do; a library leaves it as it is.
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
