/// Why the token store could not do its work (D12, D13, D18).
public enum TokenStoreFailure: String, Error, Sendable, Codable, CaseIterable {
  /// What is stored makes no sense; it has been put aside. Signing up again helps.
  case damaged
  /// The permissions forbid it.
  case denied
  /// There is no space left.
  case full
  /// Reading or writing failed for another reason.
  case inputOutput
}
