// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

extension View {
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }

  public nonisolated func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { self }

  public nonisolated func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { self }

  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }

  public nonisolated func disabled(_ disabled: Bool) -> some View { self }

  public nonisolated func searchable(text: Binding<String>, prompt: LocalizedStringKey) -> some View { self }

  public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }

  public nonisolated func task(
    priority: TaskPriority = .userInitiated, _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}

public struct Animation: Equatable, Sendable {
  public static let `default` = Self()
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

extension View {
  @_disfavoredOverload public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }

  public nonisolated func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }

  @_disfavoredOverload public nonisolated func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View { self }

  public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated, _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }

  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public nonisolated func onSubmit(_ action: @escaping () -> Void) -> some View { self }
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
  public nonisolated func swipeActions<T: View>(@ViewBuilder content: () -> T) -> some View { self }
  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View { self }
  public nonisolated func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
  public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
  public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { self }
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public nonisolated func background<S: ShapeStyle>(_ style: S) -> some View { self }
  public nonisolated func clipShape<S: Shape>(_ shape: S) -> some View { self }
  public nonisolated func scaledToFit() -> some View { self }
  public nonisolated func padding(_ length: CGFloat) -> some View { self }
  public nonisolated func padding() -> some View { self }
  public nonisolated func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  public nonisolated func accessibilityElement(children: AccessibilityChildBehavior) -> some View { self }
  public nonisolated func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public nonisolated func textContentType(_ textContentType: UITextContentType?) -> some View { self }
  public nonisolated func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
    self
  }
}
