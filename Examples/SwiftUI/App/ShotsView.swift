import ColmeiaUI
import ReferenceApp
import SwiftUI

typealias ShotsStore = ViewStore<Shots.State, Shots.Action>

/// A grid of shots. The next page is loaded when its end becomes visible.
struct ShotsView: View {
  let shots: ShotsStore
  @Environment(\.words) private var words

  private let columns = [GridItem(.adaptive(minimum: 150), spacing: 12)]

  var body: some View {
    NavigationStack {
      ScrollView {
        Message(shots.message)
        if shots.shown == .cached { Message(.savedCopy) }
        LazyVGrid(columns: columns, spacing: 12) {
          ForEach(Array(shots.shots.enumerated()), id: \.offset) { _, shot in ShotCell(shot: shot, shots: shots) }
          // In the grid, it appears when the person scrolls to it.
          if shots.canLoadMore { ProgressView().onAppear { shots.send(.more) } }
        }
        if shots.failure != nil { Button(words(.retry)) { shots.send(.retry) } }
      }
      .padding()
      .navigationTitle(words(.shots))
      .refreshable { await shots.sendAndWait(.load) }
      .navigationDestination(
        item: shots.binding(\.detail?.id) { id in id.map(Shots.Action.open) ?? .close }
      ) { _ in
        ShotDetailView(shots: shots)
      }
    }
  }
}

struct ShotCell: View {
  let shot: Shot
  let shots: ShotsStore
  @Environment(\.words) private var words

  var body: some View {
    Button {
      if let id = shot.id { shots.send(.open(id)) }
    } label: {
      VStack(alignment: .leading) {
        RemoteImage(shot.images.teaser ?? shot.images.normal)
        Text(shot.title ?? words(.untitled)).font(.headline)
        if let name = shot.author?.name { Text(name).font(.caption) }
      }
    }
    // A shot without an id can't be opened.
    .disabled(shot.id == nil)
  }
}

/// A shot with its statistics.
struct ShotDetailView: View {
  let shots: ShotsStore
  @Environment(\.words) private var words

  var body: some View {
    List {
      Message(shots.message)
      if let shot = shots.detail?.shot {
        RemoteImage(shot.images.high ?? shot.images.normal)
        if let author = shot.author, let name = author.name { LabeledContent(name, value: author.location ?? "") }
        if let about = shot.plainDescription, !about.isEmpty { Text(about) }
        if let views = shot.views { LabeledContent(words(.views), value: "\(views)") }
        if let likes = shot.likes { LabeledContent(words(.likes), value: "\(likes)") }
        if let comments = shot.comments { LabeledContent(words(.comments), value: "\(comments)") }
      }
    }
    .navigationTitle(shots.detail?.shot?.title ?? words(.shots))
    .refreshable { await shots.sendAndWait(.reload) }
  }
}

struct ShotsPreviews: PreviewProvider {
  static var previews: some View {
    var (state, shot) = (Shots.State(), Shot(id: 1))
    (shot.title, shot.likes) = ("CRM", 7)
    state.shots = [shot]
    return ShotsView(shots: .preview(state))
  }
}
