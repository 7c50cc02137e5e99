// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  public var description: String { stub() }
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { stub() }
    set {}
  }
  public var locale: Locale {
    get { stub() }
    set {}
  }
  public var dismiss: DismissAction { stub() }
}

@MainActor @preconcurrency public struct DismissAction {
  public func callAsFunction() {}
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { stub() }
}

extension View {
  public nonisolated func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    self
  }
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}
