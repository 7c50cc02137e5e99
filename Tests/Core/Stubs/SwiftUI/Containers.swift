// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

public struct Group<Content> {}
extension Group: View, BuiltIn where Content: View {
  public typealias Body = Never
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: BuiltIn {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

public struct LazyVStack<Content: View>: BuiltIn {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

public struct LazyVGrid<Content: View>: BuiltIn {
  public nonisolated init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct ScrollView<Content: View>: BuiltIn {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Parent, Content, Footer> {}
extension Section: View, BuiltIn where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

extension NavigationStack where Data == NavigationPath {
  public nonisolated init(@ViewBuilder root: () -> Root) {}
}
public struct NavigationPath {}

// MARK: Tabs

@MainActor @preconcurrency public protocol TabContent<TabValue> {
  associatedtype TabValue: Hashable
}

public struct DefaultTabLabel: BuiltIn {}

public struct Tab<Value, Content, Label> {}
extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
  public typealias TabValue = Value
}
extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) {}
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) {}
}

extension Optional: TabContent where Wrapped: TabContent {
  public typealias TabValue = Wrapped.TabValue
}

public struct _TupleTabContent<TabValue: Hashable, Content>: TabContent {}

@resultBuilder public struct TabContentBuilder<TabValue: Hashable> {
  public struct Content<C: TabContent>: BuiltIn where C.TabValue == TabValue {}
  public static func buildExpression<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { content }
  public static func buildBlock<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { content }
  public static func buildBlock<each C: TabContent>(
    _ content: repeat each C
  ) -> _TupleTabContent<TabValue, (repeat each C)> { stub() }
  public static func buildIf<C: TabContent>(_ content: C?) -> C? where C.TabValue == TabValue { content }
}

public struct TabView<SelectionValue: Hashable, Content: View>: BuiltIn {
  public nonisolated init<C: TabContent>(
    selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
  ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C.TabValue == SelectionValue {}
}

// MARK: Toolbars

public struct ToolbarItemPlacement: Sendable {
  public static let automatic = Self()
  public static let primaryAction = Self()
  public static let confirmationAction = Self()
  public static let cancellationAction = Self()
}

@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: ToolbarContent {}

public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  public var body: Never { stub() }
}
extension ToolbarItem where ID == () {
  public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  public var body: Never { stub() }
}
public struct _TupleToolbarContent<Content>: ToolbarContent {
  public var body: Never { stub() }
}

@resultBuilder public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> _TupleToolbarContent<(repeat each Content)> { stub() }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}

extension View {
  public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  public nonisolated func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    self
  }
}
