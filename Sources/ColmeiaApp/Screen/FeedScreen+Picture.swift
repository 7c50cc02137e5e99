extension ScreenBuilder {
  /// The picture of the image that is shown alone: how large it is, or how far.
  mutating func addPicture(_ picture: FeedPicture?) {
    guard let picture else { return }
    switch picture.phase {
    case .loading(let percent):
      row(text(.picture), text(.loading, percent: percent))
      screen.progress = percent
    case .loaded(let bytes):
      row(text(.picture), "\(bytes) B")
      screen.picture = .init(address: picture.image.rawValue, description: picture.image.name)
    case .failed(let failure):
      say(.requestFailed(failure))
      button(.retry, .feed(.picture(.retry)))
    }
  }
}
