// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation

public struct Spacer: BuiltIn { public nonisolated init(minLength: CGFloat? = nil) {} }

public struct Label<Title: View, Icon: View>: BuiltIn {}
extension Label where Title == Text, Icon == Image {
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

extension Button where Label == Text {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}
extension Button where Label == SwiftUI.Label<Text, Image> {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) {}
}

extension ProgressView {
  public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {}
}

extension TextField {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
}

public struct SecureField: BuiltIn {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct Picker<SelectionValue: Hashable, Content: View>: BuiltIn {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {}
}

public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle { public init() {} }
extension PickerStyle where Self == SegmentedPickerStyle {
  public static var segmented: SegmentedPickerStyle { .init() }
}

public struct LabeledContent<Label: View, Content: View>: BuiltIn {}
extension LabeledContent where Label == Text, Content == Text {
  @_disfavoredOverload public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {}
}

public struct ContentUnavailableView: BuiltIn {
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage name: String, description: Text? = nil
  ) {}
}

extension Image {
  public nonisolated init(uiImage: UIImage) {}
  public nonisolated func resizable() -> Image { self }
}

public struct AsyncImage<Content: View>: BuiltIn {
  public nonisolated init<I: View, P: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
    @ViewBuilder placeholder: @escaping () -> P
  ) where Content == _ConditionalContent<I, P> {}
}

extension ForEach where Content: View {
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public protocol DynamicViewContent<Data>: View {
  associatedtype Data: Collection
  var data: Data { get }
}
extension ForEach: DynamicViewContent where Content: View {
  public var data: Data { stub() }
}
extension DynamicViewContent {
  public nonisolated func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
  public nonisolated func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

// MARK: Values

@frozen public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = Self()
  public static let center = Self()
  public static let trailing = Self()
}
@frozen public struct Alignment: Equatable, Sendable {
  public static let center = Self()
  public static let leading = Self()
  public static let trailing = Self()
}
public enum Axis: Int8, CaseIterable, Sendable { case horizontal, vertical }
public enum Edge: Int8, CaseIterable, Sendable { case top, leading, bottom, trailing }
@frozen public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
public struct UnitPoint: Hashable, Sendable {
  public static let bottom = Self()
}
public struct Font: Hashable, Sendable {
  public static let headline = Self()
  public static let callout = Self()
  public static let caption = Self()
}

public protocol ShapeStyle: Sendable {}
public struct Color: Hashable, ShapeStyle, BuiltIn {
  public static let secondary = Self()
  public static var accentColor: Color { Self() }
  public func opacity(_ opacity: Double) -> Color { self }
}
public struct HierarchicalShapeStyle: ShapeStyle {
  public static let secondary = Self()
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { .init() }
}
public struct Material: ShapeStyle {
  public static let bar = Self()
}
extension ShapeStyle where Self == Material {
  public static var bar: Material { .bar }
}
public protocol Shape: Sendable {}
public struct RoundedRectangle: Shape {
  public init(cornerRadius: CGFloat) {}
}
public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let combine = Self()
}
public struct TextInputAutocapitalization: Sendable {
  public static var never: TextInputAutocapitalization { .init() }
}
