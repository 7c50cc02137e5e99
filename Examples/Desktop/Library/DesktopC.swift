import ColmeiaC
import ColmeiaPlatform
import Foundation

/// Creates the reference app for a host in C; see `colmeia.h`. The options must contain `"origins": {"server": URL}`,
/// and may contain the `accessToken` for the shots in `"variables"`. The languages are `pt-BR`, which is the default,
/// and `en`.
@c(desktop_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(DesktopApp(), options, length, error)
}

/// Exempts servers on this machine from proxies. Call it first, before the program starts other threads.
@c(desktop_exempt_this_machine) public func exemptThisMachine() {
  if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) {
    setenv("no_proxy", exemption, 1)
  }
}
