import ColmeiaC
import CounterApp

/// The counter for hosts in C; `colmeia.h` tells the rest.
@c(counter_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(CounterApp(), options, length, error)
}
