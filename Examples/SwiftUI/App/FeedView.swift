import ColmeiaUI
import ReferenceApp
import SwiftUI

/// A grid of a breed's pictures, with navigation to a single picture.
struct FeedView: View {
  let feed: ViewStore<Feed.State, Feed.Action>
  @Environment(\.words) private var words

  private let columns = [GridItem(.adaptive(minimum: 100), spacing: 8)]

  var body: some View {
    NavigationStack {
      ScrollView {
        Picker(words(.feed), selection: feed.binding(\.breed, Feed.Action.load)) {
          ForEach(Breed.allCases, id: \.self) { breed in Text(breed.title).tag(breed) }
        }
        .pickerStyle(.segmented)
        if feed.isLoading { ProgressView() }
        Message(feed.message)
        Message(feed.ageMessage)
        if feed.failure != nil || feed.refreshFailure != nil { Button(words(.retry)) { feed.send(.retry) } }
        LazyVGrid(columns: columns, spacing: 8) {
          ForEach(feed.images, id: \.self) { image in
            Button {
              feed.send(.select(ImageReference(image)))
            } label: {
              RemoteImage(image)
            }
            .accessibilityLabel(image.name)
          }
        }
      }
      .padding()
      .navigationTitle(feed.breed.title)
      .refreshable { await refresh() }
      .navigationDestination(
        item: feed.binding(\.selection) { selection in selection.map(Feed.Action.select) ?? .deselect }
      ) { _ in
        FeedPictureView(feed: feed)
      }
    }
  }
}

extension FeedView {
  private func refresh() async { await feed.sendAndWait(.load(feed.breed)) }
}

/// The selected picture.
struct FeedPictureView: View {
  let feed: ViewStore<Feed.State, Feed.Action>
  @Environment(\.words) private var words

  var body: some View {
    VStack {
      switch feed.picture?.phase {
      case .loading(let percent): Percent(percent: percent)
      case .loaded: RemoteImage(feed.selectedImage)
      case .failed(let failure):
        Message(.requestFailed(failure))
        Button(words(.retry)) { feed.send(.picture(.retry)) }
      case nil: Message(feed.message)
      }
    }
    .navigationTitle(feed.selectedImage?.name ?? "")
  }
}
