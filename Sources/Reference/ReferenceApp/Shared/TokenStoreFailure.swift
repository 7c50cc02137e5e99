/// Why a token store operation failed (D12, D13, D18).
public enum TokenStoreFailure: String, Error, Sendable, Codable, CaseIterable {
  /// The stored data is damaged and has been moved aside. Signing up again resolves it.
  case damaged
  /// Access was denied.
  case denied
  /// There is no space left on the device.
  case full
  /// Reading or writing failed for another reason.
  case inputOutput
}
