import ColmeiaClient
import ColmeiaJSON

extension APIError {
  /// Whether the server does not accept the token any more. A refusal because somebody else organises an event has the
  /// same status and ends nothing.
  public var endsEventbeeSession: Bool { isTokenRefused && eventbeeMessage == EventbeeAPI.noAccess }

  /// What the server says about the failure.
  var eventbeeMessage: String? {
    if case .status(let failure) = self { failure.json?["result"]?.string } else { nil }
  }
}
