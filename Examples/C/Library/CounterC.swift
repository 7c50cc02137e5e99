import ColmeiaC
import CounterApp

/// Creates the counter for a host in C; see `colmeia.h`.
@c(counter_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(CounterApp(), options, length, error)
}
