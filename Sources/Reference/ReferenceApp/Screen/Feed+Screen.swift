extension AppReducer.State {
  func feedScreen(_ language: Language) -> ScreenBuilder {
    let feed = feed ?? Feed.State()
    let isBusy = feed.isLoading || feed.isRefreshing
    var builder = ScreenBuilder("\(Phrase.feed.text(language)): \(feed.breed.title)", language)
    builder.screen.layout = .grid
    for image in feed.images {
      builder.row(
        image.name, image.rawValue, isSelected: image == feed.selectedImage, picture: image.rawValue,
        .feed(.select(ImageReference(image))), to: FeedLink(breed: feed.breed, image: .init(rawValue: image.name)))
    }
    builder.addPicture(feed.picture)
    for breed in Breed.allCases {
      builder.choice(
        breed.title, .feed(.load(breed)), isEnabled: breed != feed.breed || !isBusy, isSelected: breed == feed.breed)
    }
    if feed.failure != nil || feed.refreshFailure != nil { builder.button(.retry, .feed(.retry)) }
    if feed.selection != nil { builder.button(.back, .feed(.deselect)) }
    let isEmpty = feed.phase == .loaded([]) && !feed.isSelectionMissing
    builder.message(feed.message, isEmpty ? .empty : .error)
    builder.message(feed.ageMessage, feed.isRefreshing ? .busy : .error)
    builder.screen.isBusy = isBusy || feed.picture?.isLoading == true
    return builder
  }
}

extension ScreenBuilder {
  /// Adds the selected picture, the progress of its download, or its failure.
  mutating func addPicture(_ picture: FeedPicture?) {
    guard let picture else { return }
    switch picture.phase {
    case .loading(let percent):
      row(text(.picture), text(.loading, percent: percent))
      screen.progress = percent
    case .loaded(let bytes):
      row(text(.picture), text(.size(bytes)))
      screen.picture = .init(address: picture.image.rawValue, description: picture.image.name)
    case .failed(let failure):
      message(.requestFailed(failure), .error)
      button(.retry, .feed(.picture(.retry)))
    }
  }
}
