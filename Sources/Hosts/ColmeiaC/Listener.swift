/// A callback of the host. Each caller retains the listener during the call, so `release` runs once, after the last
/// call.
final class Listener: Sendable {
  typealias Callback = @convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let callback: Callback
  // Never dereferenced here. `colmeia_on_message` tells the host that the context may be used on any of its threads.
  private nonisolated(unsafe) let context: UnsafeMutableRawPointer?
  private let release: Release?

  init(_ callback: @escaping Callback, _ context: UnsafeMutableRawPointer?, _ release: Release?) {
    self.callback = callback
    self.context = context
    self.release = release
  }

  deinit { release?(context) }

  func call(_ text: String) {
    text.withCString { callback($0, text.utf8.count, context) }
  }
}
