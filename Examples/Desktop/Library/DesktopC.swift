import ColmeiaC
import ColmeiaPlatformTransport
import Foundation

/// The reference app for hosts in C; `colmeia.h` tells the rest. Options that it needs: `"origins": {"server": URL}`; and in
/// `"variables"` it takes the `accessToken` for the shots. Its languages are `pt-BR`, the default, and `en`.
@c(desktop_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(DesktopApp(), options, length, error)
}

/// Sees to it that no proxy is asked for a server on this machine. A program calls it first, before it has other threads.
@c(desktop_exempt_this_machine) public func exemptThisMachine() {
  if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) {
    setenv("no_proxy", exemption, 1)
  }
}
