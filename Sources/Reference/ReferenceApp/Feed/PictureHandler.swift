import Colmeia
import ColmeiaClient

/// Loads pictures of the feed into the image cache. If the effect is cancelled, so is the download.
struct PictureHandler: Sendable {
  let images: ImageCache?

  func load(_ image: ImageURL, send: Send<Feed.PictureAction>) async -> Feed.PictureAction? {
    guard let images, let address = WebAddress(rawValue: image.rawValue) else { return .failed(image, .unreachable) }
    let meter = PercentMeter { send(.progress(image, percent: $0)) }
    do throws(ImageError) {
      return .loaded(image, bytes: try await images.image(at: address, for: .shared) { meter.update($0) }.bytes.count)
    } catch { return RequestFailure(error).map { .failed(image, $0) } }
  }
}

extension RequestFailure {
  /// Creates the failure to show for a picture, or returns `nil` if the download was cancelled.
  init?(_ error: ImageError) {
    switch error {
    case .cancelled: return nil
    case .transport(let error): self.init(APIError.transport(error))
    case .status(let status): self = .status(status)
    case .empty, .notAnImage, .tooLarge: self = .undecodable(at: "picture")
    }
  }
}
