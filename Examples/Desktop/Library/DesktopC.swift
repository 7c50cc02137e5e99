import ColmeiaC

/// The reference app for hosts in C; `colmeia.h` tells the rest. Options that it needs: `"origins": {"server": URL}`; and in
/// `"variables"` it takes the `accessToken` for the shots. Its languages are `pt-BR`, the default, and `en`.
@c(desktop_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(DesktopApp(), options, length, error)
}
