import ColmeiaJSON

/// Why a message of a front end was refused, or what is wrong with the app.
package struct ProtocolError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error, which tells a front end what to do.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case unsupportedVersion, invalidHello, invalidMessage, busy, app

    /// What a front end does about it.
    package var meaning: String {
      switch self {
      case .unsupportedVersion: "the session has ended, because the front end must speak another version"
      case .invalidHello: "the session has ended, because its first message has a mistake"
      case .invalidMessage: "the message was ignored; the session goes on"
      case .busy: "the message was ignored and can be sent again; the session goes on"
      case .app: "a problem of the app, such as an action for a row that doesn't exist"
      }
    }
  }

  package var kind: Kind
  /// What is wrong.
  package var message: String
  /// What to do about it, or `nil` if the message says it.
  package var advice: String?
  /// The number of the refused message, counted from 1, or `nil` if the error isn't about one.
  package var line: Int?

  /// Creates an error.
  package init(_ kind: Kind, _ message: String, advice: String? = nil) {
    (self.kind, self.message, self.advice) = (kind, message, advice)
  }

  /// Returns the error for the message with a number.
  package func on(line: Int) -> Self {
    var error = self
    error.line = line
    return error
  }

  /// The message and the advice.
  package var description: String { message + (advice.map { "; \($0)" } ?? "") }

  /// Returns the error for a message that the app has no room for.
  static func busy(_ reason: String) -> Self {
    Self(.busy, "the app is too busy: \(reason)", advice: "send the message again after the next echo")
  }

  /// Returns the error for a front end that speaks another version.
  static func unsupported(_ version: Int) -> Self {
    Self(
      .unsupportedVersion, "the front end speaks protocol \(version), and this app only \(ProtocolVersion.current)",
      advice: version < ProtocolVersion.current
        ? "update the front end; the guide's page about the protocol lists what has changed" : "update the app")
  }
}

extension JSONError {
  /// The description of an error in a message. It omits the line, because a message is a single line.
  var inMessage: String {
    let isSyntax = if case .syntax = reason { true } else { false }
    let position = isSyntax || path.steps.isEmpty ? column.map { "column \($0)" } ?? "" : "\(path)"
    return position.isEmpty ? message : "\(position): \(message)"
  }
}
