import Colmeia

/// One caller that waits for an image. It hears once: of the image, of an error, or that it was cancelled.
final class ImageWaiter: Sendable {
  private struct Content: Sendable {
    var result: Result<LoadedImage, ImageError>?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let content = Guarded(Content())
  /// Called while bytes come.
  let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ progress: (@Sendable (TransferProgress) -> Void)?) { self.progress = progress }

  /// What was heard; `nil` before. Read under the lock, not handed through the continuation, because the thread sanitizer
  /// does not follow that way.
  var result: Result<LoadedImage, ImageError>? { content.withLock { $0.result } }

  /// Has `waiter` resumed when there is a result.
  func wait(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if content.result == nil { content.waiter = waiter }
      return content.result != nil
    }
    if isOver { waiter.resume() }
  }

  /// Here is the result; only the first counts.
  func finish(_ result: Result<LoadedImage, ImageError>) {
    let waiter = content.withLock { content -> CheckedContinuation<Void, Never>? in
      if content.result == nil { content.result = result }
      defer { content.waiter = nil }
      return content.waiter
    }
    waiter?.resume()
  }
}
