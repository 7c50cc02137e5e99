// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

@_exported import Observation
@_exported import UIKit

// Declarations of the parts of SwiftUI that this project uses, as documented by Apple. With them, code inside
// `canImport(SwiftUI)` is type-checked on systems without that framework. Nothing in this file runs.

func stub() -> Never { fatalError("a stub for type-checking") }

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { stub() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  where repeat each Content: View { stub() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    stub()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    stub()
  }
}

public protocol BuiltIn: View where Body == Never {}
extension BuiltIn {
  public var body: Never { stub() }
}

public struct EmptyView: BuiltIn { public nonisolated init() {} }
public struct TupleView<Content>: BuiltIn {}
public struct _ConditionalContent<First, Second>: BuiltIn {}
extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { stub() }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Text: BuiltIn {
  public nonisolated init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ content: S) {}
}

public struct Image: BuiltIn {
  public nonisolated init(systemName: String) {}
}

public struct ProgressView: BuiltIn {
  public nonisolated init() {}
}

public struct TextField: BuiltIn {
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}
public struct Toggle: BuiltIn {
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = Self()
  public static let cancel = Self()
}
public struct Button<Label: View>: BuiltIn {
  public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  public nonisolated init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

public struct HStack<Content: View>: BuiltIn {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}
public struct Form<Content: View>: BuiltIn {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}
public struct List<SelectionValue, Content: View>: BuiltIn {}
extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View, BuiltIn where Content: View {
  public typealias Body = Never
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: BuiltIn {
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
}
