// The only file that imports the C library. Files that import this module can call its functions, too.

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(WASILibc)
  @_exported import WASILibc
#else
  @_exported import Glibc
#endif
