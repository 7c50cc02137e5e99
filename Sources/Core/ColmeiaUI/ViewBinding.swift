#if canImport(SwiftUI)
  import SwiftUI

  /// A readable and writable value: SwiftUI's `Binding`.
  public typealias ViewBinding = Binding
#else
  /// A readable and writable value for a control of a user interface. On platforms with SwiftUI, this is SwiftUI's
  /// `Binding`.
  @MainActor public struct ViewBinding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void

    /// Creates a binding from closures that get and set the value.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
      self.get = get
      self.set = set
    }

    /// The value. Assigning it sends an action.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }
  }
#endif
