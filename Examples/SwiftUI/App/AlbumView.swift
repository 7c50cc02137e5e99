import ColmeiaUI
import PhotosUI
import ReferenceApp
import SwiftUI

typealias AlbumStore = ViewStore<Album.State, Album.Action>

/// The photos of the signed-in account, or the form to sign in.
struct AlbumView: View {
  let album: AlbumStore
  @Environment(\.words) private var words

  var body: some View {
    NavigationStack {
      List {
        Message(album.failure.map(Phrase.albumFailed))
        if let owner = album.session.owner { photos(of: owner) } else { AlbumEntrance(album: album) }
      }
      .navigationTitle(album.session.owner?.name ?? words(.album))
      .refreshable { await album.sendAndWait(.load) }
      .sheet(isPresented: album.isPresented(\.draft, dismiss: .discard)) { AlbumDraftView(album: album) }
    }
  }

  @ViewBuilder private func photos(of owner: AlbumOwner) -> some View {
    Section {
      if let notice = album.notice { Text(notice) }
      if album.isCopy { Message(.savedCopy) }
      if album.photos?.isEmpty == true { Message(.noPhotos) }
      ForEach(album.photos ?? []) { photo in
        RemoteImage(ImageURL(rawValue: photo.address))
        Button {
          album.send(.edit(photo.id))
        } label: {
          LabeledContent(photo.caption, value: photo.tags.joined(separator: ", "))
        }
      }
      Button(words(.newPhoto)) { album.send(.compose) }
    }
    Section {
      Picker(words(.album), selection: album.binding(\.use, Album.Action.use)) {
        ForEach(AlbumUse.allCases, id: \.self) { use in Text(words(.albumUse(use))).tag(use) }
      }
      Message(.albumOwner(owner))
      Button(words(.signOut), role: .destructive) { album.send(.signOut) }
    }
  }
}

/// The form to sign in.
struct AlbumEntrance: View {
  let album: AlbumStore
  @Environment(\.words) private var words

  var body: some View {
    Section {
      TextField(words(.email), text: album.binding(\.form.email) { .typed(.email, $0) })
        .keyboardType(.emailAddress)
        .textContentType(.username)
        .textInputAutocapitalization(.never)
      SecureField(words(.password), text: album.binding(\.form.password.value) { .typedPassword(Secret($0)) })
        .textContentType(.password)
        .onSubmit { album.send(.signIn) }
      Button(words(.signUp)) { album.send(.signIn) }
        .disabled(!album.form.canSubmit || album.session != .signedOut)
      if case .request = album.failure { Button(words(.retry)) { album.send(.restore) } }
    }
  }
}

/// A photo to be published.
struct AlbumDraftView: View {
  let album: AlbumStore
  @Environment(\.words) private var words
  @State private var picked: PhotosPickerItem?

  var body: some View {
    if let draft = album.draft {
      Form {
        if draft.original == nil {
          PhotosPicker(selection: $picked, matching: .images) {
            Label(words(.photo), systemImage: draft.file.isEmpty ? "photo" : "checkmark")
          }
        }
        TextField(words(.caption), text: text(\.caption, .caption))
        TextField(words(.tags), text: text(\.tags, .tags))
        if draft.isSending { Percent(percent: draft.percent) }
        Button(words(draft.original == nil ? .publish : .save)) { album.send(.publish) }.disabled(!draft.canPublish)
        Button(words(.discard), role: .cancel) { album.send(.discard) }
      }
      .task(id: picked) { await choose() }
    }
  }

  private func choose() async {
    if let file = await PickedPhoto.file(of: picked) { album.send(.typed(.file, file)) }
  }

  private func text(_ path: KeyPath<AlbumDraft, String>, _ field: Album.Field) -> Binding<String> {
    Binding(
      get: { @MainActor in album.draft?[keyPath: path] ?? "" },
      set: { @MainActor in album.send(.typed(field, $0)) })
  }
}
