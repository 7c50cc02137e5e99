extension AppReducer.State {
  func shotsScreen(_ language: Language) -> ScreenBuilder {
    if let detail = shots.detail { return shotScreen(detail, language) }
    var builder = ScreenBuilder(.shots, language)
    builder.screen.layout = .grid
    for shot in shots.shots {
      builder.row(
        shot.title ?? builder.text(.untitled), builder.summary(shot), picture: shot.images.small,
        shot.id.map { .shots(.open($0)) }, to: shot.id.map(ShotsLink.shot))
    }
    // Trying the first page again is the same as reloading.
    if shots.failure?.page != 1 { builder.button(.reload, .shots(.load), isEnabled: !shots.isLoading) }
    if shots.next != nil, !shots.isFull { builder.button(.loadMore, .shots(.more), isEnabled: shots.canLoadMore) }
    if shots.failure != nil { builder.button(.retry, .shots(.retry)) }
    if shots.error != nil { builder.button(.dismiss, .shots(.dismiss)) }
    builder.message(shots.message, shots.error == nil ? .empty : .error)
    if shots.next != nil, shots.isFull { builder.message(.firstShots, .notice) }
    if shots.shown == .cached { builder.message(.savedCopy, .notice) }
    builder.screen.isBusy = shots.isLoading
    return builder
  }

  private func shotScreen(_ detail: ShotDetail, _ language: Language) -> ScreenBuilder {
    let title: Phrase = detail.shot != nil ? .untitled : detail.isLoading ? .loading : .shots
    var builder = ScreenBuilder(detail.shot?.title ?? title.text(language), language)
    if let shot = detail.shot {
      builder.addRows(of: shot)
      builder.screen.picture = shot.images.large.map { .init(address: $0, description: builder.screen.title) }
    }
    builder.button(.reload, .shots(.reload), isEnabled: !detail.isLoading)
    if detail.failure != nil, !detail.isFailureRead { builder.button(.dismiss, .shots(.dismiss)) }
    builder.button(.back, .shots(.close))
    builder.message(shots.message, .error)
    builder.screen.isBusy = detail.isLoading
    return builder
  }
}

extension ShotImages {
  /// The address of the image for a list.
  fileprivate var small: String? { (teaser ?? normal ?? high)?.rawValue }
  /// The address of the image for the open shot.
  fileprivate var large: String? { (high ?? normal ?? teaser)?.rawValue }
}

extension ScreenBuilder {
  /// Returns the author and the statistics of a shot.
  fileprivate func summary(_ shot: Shot) -> String {
    ([shot.author?.name] + counts(shot).map { "\(text($0.label)): \($0.count)" }).compactMap(\.self)
      .joined(separator: ", ")
  }

  fileprivate mutating func addRows(of shot: Shot) {
    if let name = shot.author?.name { row(name, shot.author?.location ?? "") }
    if let about = shot.plainDescription, !about.isEmpty { row(about) }
    for (label, count) in counts(shot) { row(text(label), "\(count)") }
    let images: [(Phrase, ImageURL?)] = [
      (.largeImage, shot.images.high), (.picture, shot.images.normal), (.smallImage, shot.images.teaser),
    ]
    for case (let label, let address?) in images { row(text(label), address.rawValue, picture: address.rawValue) }
  }

  private func counts(_ shot: Shot) -> [(label: Phrase, count: Int)] {
    [(Phrase.views, shot.views), (.likes, shot.likes), (.comments, shot.comments)].compactMap { label, count in
      count.map { (label, $0) }
    }
  }
}
