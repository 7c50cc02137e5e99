/// A callback of the host's. A caller holds it during the call, so that `release` comes once, after the last call.
final class Listener: Sendable {
  typealias Callback = @convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let callback: Callback
  // The host's, which says in `colmeia_on_message` that any of its threads may be given it; never looked into here.
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
