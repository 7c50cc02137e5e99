import Colmeia

extension Feed {
  /// The actions of the selected image's picture.
  public enum PictureAction: Sendable, Equatable, Codable {
    /// Retries after a failure.
    case retry
    /// The progress of ``Feed/Effect/picture(_:)`` in whole percents, each sent once.
    case progress(ImageURL, percent: Int)
    /// The results of ``Feed/Effect/picture(_:)``: the size of the picture, which is in the image cache, or the
    /// failure.
    case loaded(ImageURL, bytes: Int), failed(ImageURL, RequestFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case retry, progress, loaded, failed }
  }

  /// Reduces an action of the picture. An action about a different picture is ignored.
  func reducePicture(_ action: PictureAction, _ state: inout State) -> Effects {
    guard let picture = state.picture else { return .none }
    switch action {
    case .retry:
      guard picture.failure != nil else { return .none }
      state.picture = nil
    case .progress(let image, let percent):
      guard image == picture.image, case .loading(var known) = picture.phase else { return .none }
      known.raise(toPercent: percent)
      state.picture?.phase = .loading(percent: known)
    case .loaded(let image, let bytes):
      if image == picture.image, picture.isLoading { state.picture?.phase = .loaded(bytes: bytes) }
    case .failed(let image, let failure):
      if image == picture.image, picture.isLoading { state.picture?.phase = .failed(failure) }
    }
    return .none
  }

  /// Loads the picture of the selected image, and cancels the download of any other.
  ///
  /// - Complexity: O(images).
  func followSelection(_ state: inout State) -> Effects {
    let image = state.selectedImage
    guard image != state.picture?.image else { return .none }
    state.picture = image.map { FeedPicture(image: $0) }
    return image.map { .run(.picture($0), id: ID.picture, .replace) } ?? .cancel(ID.picture)
  }
}
