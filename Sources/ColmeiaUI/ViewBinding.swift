#if canImport(SwiftUI)
  import SwiftUI

  /// A value that can be read and set: SwiftUI's own.
  public typealias ViewBinding = Binding
#else
  /// A value that can be read and set, as a control of a user interface needs it. Where there is SwiftUI, this is its
  /// `Binding`.
  @MainActor public struct ViewBinding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void

    /// A value that is read and set with closures.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
      self.get = get
      self.set = set
    }

    /// The value; setting it sends an action.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }
  }
#endif
