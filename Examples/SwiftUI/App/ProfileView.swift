import ColmeiaUI
import Foundation
import PhotosUI
import ReferenceApp
import SwiftUI
import UIKit

typealias ProfileStore = ViewStore<Profile.State, Profile.Action>

/// A member's profile and photo. Members can edit their own.
struct ProfileView: View {
  let profile: ProfileStore
  let me: Int?
  @Environment(\.words) private var words
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      Form {
        Section { MemberPhoto(profile: profile) }
        if profile.form == nil { info } else { ProfileFormView(profile: profile) }
        Message(profile.info.failure.map(Phrase.eventbeeFailed))
      }
      .navigationTitle(profile.info.value?.name ?? words(.loading))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button(words(.back)) { dismiss() } }
        if profile[\.id] == me, profile.form == nil {
          ToolbarItem(placement: .primaryAction) {
            Button(words(.editProfile)) { profile.send(.edit) }
              .disabled(profile.info.value == nil)
          }
        }
      }
    }
    .interactiveDismissDisabled(profile.form?.isSaving == true)
  }

  @ViewBuilder private var info: some View {
    if let about = profile.info.value?.about, !about.isEmpty { LabeledContent(words(.about), value: about) }
    if profile.info.isLoading { ProgressView() }
  }
}

/// The photo, if it is loaded. Its bytes are in the photo cache.
struct MemberPhoto: View {
  let profile: ProfileStore
  @Environment(\.words) private var words
  @Environment(\.photos) private var photos
  @State private var image: UIImage?

  var body: some View {
    Group {
      if profile.isLoadingPhoto {
        Percent(percent: profile.photoPercent)
      } else if let image {
        Image(uiImage: image).resizable().scaledToFit().frame(maxHeight: 240)
      } else {
        Message(profile.photoFailure.map(Phrase.photoFailed) ?? .noPhoto)
      }
    }
    .task(id: key) { await load() }
  }

  /// The key of the loaded photo.
  private var key: String? { profile.photoSize == nil ? nil : profile.info.value?.photo }

  private func load() async {
    image = nil
    guard let key, let bytes = await photos?.bytes(of: key) else { return }
    image = UIImage(data: Data(bytes))
  }
}

/// The form with the member's name, description, and a new photo.
struct ProfileFormView: View {
  let profile: ProfileStore
  @Environment(\.words) private var words
  @State private var picked: PhotosPickerItem?

  var body: some View {
    if let form = profile.form {
      Section {
        TextField(words(.name), text: text(\.name, .name))
        TextField(words(.about), text: text(\.about, .about), axis: .vertical)
        PhotosPicker(selection: $picked, matching: .images) {
          Label(words(.photo), systemImage: form.photo == nil ? "photo" : "checkmark")
        }
        if form.isSaving { Percent(percent: form.uploadPercent) }
        Message(form.failure.map(Phrase.profileFailed))
      }
      .disabled(form.isSaving)
      .task(id: picked) { await choose() }
      Section {
        Button(words(.save)) { profile.send(.save) }
          .disabled(!form.canSave(over: profile.info.value))
        Button(words(.discard), role: .cancel) { profile.send(.discard) }
          .disabled(!form.canDiscard)
      }
    }
  }

  private func choose() async {
    if let file = await PickedPhoto.file(of: picked) { profile.send(.choosePhoto(file)) }
  }

  private func text(_ path: KeyPath<ProfileForm, String>, _ field: ProfileForm.Field) -> Binding<String> {
    Binding(
      get: { @MainActor in profile.form?[keyPath: path] ?? "" },
      set: { @MainActor in profile.send(.typed(field, $0)) })
  }
}

/// Writes a photo from the library to a file, because the features take file names, which scenarios can provide.
enum PickedPhoto {
  /// Returns the file's path, `nil` if no photo was picked, or an empty string if the file can't be written.
  static func file(of picked: PhotosPickerItem?) async -> String? {
    guard let data = try? await picked?.loadTransferable(type: Data.self) else { return nil }
    let file = URL.temporaryDirectory.appending(path: "photo")
    do {
      try data.write(to: file)
      return file.path()
    } catch { return "" }
  }
}
