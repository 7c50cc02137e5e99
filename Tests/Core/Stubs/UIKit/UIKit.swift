// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

@_exported import Foundation

// Declarations of the parts of UIKit that the example uses, as documented by Apple; see the stubs of SwiftUI.

public final class UIImage: @unchecked Sendable {
  public init?(data: Data) { nil }
}

public enum UIKeyboardType: Int, Sendable { case `default`, emailAddress = 7 }

public struct UITextContentType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let username = Self(rawValue: "username")
  public static let password = Self(rawValue: "password")
  public static let newPassword = Self(rawValue: "new-password")
  public static let emailAddress = Self(rawValue: "email")
}
