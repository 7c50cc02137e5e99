import ColmeiaC

/// The reference app for hosts in C; `colmeia.h` tells the rest. Options that it needs: `"origins": {"server": URL}`; and in
/// `"variables"` it takes a `language` (`pt-BR`, the default, or `en`) and the `accessToken` for the shots.
@c(desktop_create) public func create(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UInt64 {
  CInterface.create(DesktopApp(), options, length, error)
}
