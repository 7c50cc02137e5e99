import Colmeia

/// A member's profile with a photo (E3, E8, E11, E26). Every profile can be shown, but members can change only their
/// own.
///
/// Only changes are saved. The text and the photo are saved concurrently; the photo is first uploaded to the object
/// store, then the API receives its key. If one of them fails, the other one stays saved, and saving again does only
/// the rest.
public struct Profile: Reducer {
  /// The state of a profile.
  public struct State: Sendable, Equatable, Codable {
    /// The number of the member.
    public let id: Int
    /// The profile as loaded from the server.
    public var info: Loaded<Member> = Loaded()
    /// The size of the photo in bytes, or `nil` if no photo is shown. The bytes are in the image cache.
    public var photoSize: Int?
    /// Why the photo couldn't be loaded.
    public var photoFailure: PhotoFailure?
    /// Whether the photo is being loaded.
    public var isLoadingPhoto = false
    /// The progress of the download in whole percents, or `nil` before the first data arrives, or if the server doesn't
    /// send the size.
    public var photoPercent: Int?
    /// The form, while the profile is being edited.
    public var form: ProfileForm?

    /// The key of a photo that was uploaded, and that isn't being linked to the profile.
    var unusedPhoto: String? { if case .uploaded(let key) = form?.photoStep { key } else { nil } }
  }

  /// The actions of a profile.
  public enum Action: Sendable, Equatable, Codable {
    /// Loads or reloads the profile.
    case load
    /// Opens the form. Ignored unless the profile is the user's own.
    case edit
    /// The text of a field changed; the payload is the whole new text.
    case typed(ProfileForm.Field, String)
    /// The user chose the file of a new photo. An empty name removes the choice.
    case choosePhoto(String)
    /// Saves the changes.
    case save
    /// Closes the form without saving it.
    case discard

    /// The results of ``Effect/load(_:)``.
    case loaded(Member), loadFailed(EventbeeFailure)
    /// The progress of ``Effect/photo(_:)`` and ``Effect/upload(_:user:)`` in whole percents, each sent once.
    case photoProgress(Int), uploadProgress(Int)
    /// The results of ``Effect/photo(_:)``: the size of the photo, which is in the image cache, or the failure.
    case photoLoaded(bytes: Int), photoFailed(PhotoFailure)
    /// The results of ``Effect/saveText(_:name:about:)``.
    case textSaved(Member), textFailed(EventbeeFailure)
    /// The results of ``Effect/upload(_:user:)``.
    case uploaded(key: String), uploadFailed(PhotoFailure)
    /// The results of ``Effect/link(_:photo:replacing:)``.
    case linked(Member), linkFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, edit, typed, choosePhoto, save, discard, loaded, loadFailed, photoProgress, uploadProgress,
        photoLoaded, photoFailed, textSaved, textFailed, uploaded, uploadFailed, linked, linkFailed
    }
  }

  /// The effects of a profile.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET users/{id}`.
    case load(Int)
    /// Loads the photo with this key into the image cache.
    case photo(String)
    /// `PUT users/{id}` with the changed fields; `nil` fields are omitted.
    case saveText(Int, name: String?, about: String?)
    /// Uploads the file to the object store, under a new key for this user.
    case upload(String, user: Int)
    /// `PUT users/{id}` with the photo's key. Then removes the photo that it replaces from the object store.
    case link(Int, photo: String, replacing: String?)
    /// Removes a photo of this user from the object store, unless the profile refers to it. The app starts this effect,
    /// because the profile may be closed by then.
    case remove(String, user: Int)

    enum CodingKeys: String, CodingKey, CaseIterable { case load, photo, saveText, upload, link, remove }
  }

  enum ID: String { case load, photo, text, upload }

  /// The outputs of a profile.
  public typealias Output = EventbeeOutput

  var me: Int?

  /// Creates the reducer.
  ///
  /// - Parameter me: The number of the member who is signed in, if any.
  public init(me: Int? = nil) { self.me = me }

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state.info.begin()
      return .run(.load(state.id), id: ID.load, .replace)
    case .edit:
      guard state.id == me, state.form == nil, let info = state.info.value else { return .none }
      state.form = ProfileForm(info)
    case .typed(let field, let text): type(text, into: field, &state)
    case .choosePhoto(let file): choose(file, &state)
    case .save: return save(&state)
    case .discard:
      guard let form = state.form, form.canDiscard else { return .none }
      state.form = nil
      return form.photoStep == .uploading ? .cancel(ID.upload) : .none
    case .loaded(let info):
      state.info.end(info)
      return loadPhoto(&state)
    case .loadFailed(let failure): state.info.fail(failure)
    case .photoLoaded, .photoFailed: reducePhoto(action, &state)
    // Progress never decreases, even if another attempt starts over.
    case .photoProgress(let percent): if state.isLoadingPhoto { state.photoPercent.raise(toPercent: percent) }
    case .uploadProgress(let percent):
      if state.form?.photoStep == .uploading { state.form?.uploadPercent.raise(toPercent: percent) }
    case .textSaved, .textFailed, .uploaded, .uploadFailed, .linked, .linkFailed: return reduceSaving(action, &state)
    }
    return .none
  }

  private func type(_ text: String, into field: ProfileForm.Field, _ state: inout State) {
    guard state.form?.isSaving == false else { return }
    switch field {
    case .name: state.form?.name = text
    case .about: state.form?.about = text
    }
    switch state.form?.failure {
    case .nameMissing, .tooLong: state.form?.failure = nil
    case .api, .photo, nil: break
    }
  }

  private func choose(_ file: String, _ state: inout State) {
    guard state.form?.isSaving == false else { return }
    state.form?.photo = file.isEmpty ? nil : file
    // A photo that was uploaded but not linked belongs to the previous choice.
    state.form?.photoStep = .idle
  }

  private func loadPhoto(_ state: inout State) -> Effects {
    (state.photoSize, state.photoFailure, state.photoPercent) = (nil, nil, nil)
    guard let key = state.info.value?.photo else {
      state.isLoadingPhoto = false
      return .cancel(ID.photo)
    }
    state.isLoadingPhoto = true
    return .run(.photo(key), id: ID.photo, .replace)
  }

  private func reducePhoto(_ action: Action, _ state: inout State) {
    guard state.isLoadingPhoto else { return }
    (state.isLoadingPhoto, state.photoPercent) = (false, nil)
    if case .photoLoaded(let bytes) = action { state.photoSize = bytes }
    if case .photoFailed(let failure) = action { state.photoFailure = failure }
  }
}

extension Profile {
  private func save(_ state: inout State) -> Effects {
    guard var form = state.form, let info = state.info.value, !form.isSaving else { return .none }
    guard form.canSave(over: info) else {
      if let mistake = form.mistake { state.form?.failure = mistake }
      return .none
    }
    form.failure = nil
    var effects = Effects.none
    form.name = form.name.trimmed
    if form.name != info.name.trimmed || form.about != info.about {
      form.isSavingText = true
      let name = form.name == info.name.trimmed ? nil : form.name
      let about = form.about == info.about ? nil : form.about
      effects += .run(.saveText(state.id, name: name, about: about), id: ID.text, .replace)
    }
    switch (form.photoStep, form.photo) {
    case (.uploaded(let key), _):
      form.photoStep = .linking(key: key)
      effects += .run(.link(state.id, photo: key, replacing: info.photo), id: ID.upload, .replace)
    case (.idle, let file?):
      (form.photoStep, form.uploadPercent) = (.uploading, nil)
      effects += .run(.upload(file, user: state.id), id: ID.upload, .replace)
    case (.idle, nil), (.uploading, _), (.linking, _): break
    }
    state.form = form
    return effects
  }

  private func reduceSaving(_ action: Action, _ state: inout State) -> Effects {
    guard var form = state.form, form.isSaving else { return .none }
    var effects = Effects.none
    switch (action, form.photoStep) {
    case (.textSaved(let info), _) where form.isSavingText:
      form.isSavingText = false
      state.info.failure = nil
      state.info.value?.name = info.name
      state.info.value?.about = info.about
      (form.name, form.about) = (info.name, info.about)
      effects = loadAgain(state)
    case (.textFailed(let failure), _) where form.isSavingText:
      form.isSavingText = false
      form.failure = form.failure ?? .api(failure)
    case (.uploaded(let key), .uploading):
      (form.photoStep, form.uploadPercent) = (.linking(key: key), nil)
      effects = .run(.link(state.id, photo: key, replacing: state.info.value?.photo), id: ID.upload, .replace)
    case (.uploadFailed(let failure), .uploading):
      (form.photoStep, form.uploadPercent) = (.idle, nil)
      form.failure = form.failure ?? .photo(failure)
    case (.linked(let info), .linking):
      (form.photoStep, form.photo) = (.idle, nil)
      state.info.failure = nil
      state.info.value?.photo = info.photo
      effects = loadPhoto(&state) + loadAgain(state)
    case (.linkFailed(let failure), .linking(let key)):
      form.photoStep = .uploaded(key: key)
      form.failure = form.failure ?? .api(failure)
    default: return .none
    }
    // Close the form once everything has succeeded.
    state.form = form.isSaving || form.failure != nil ? form : nil
    return effects
  }

  /// Repeats a load in flight, whose response may predate the save.
  private func loadAgain(_ state: State) -> Effects {
    state.info.isLoading ? .run(.load(state.id), id: ID.load, .replace) : .none
  }
}

extension Profile.Action: EventbeeAction {
  /// The failure of a request to Eventbee, if this action reports one.
  public var failure: EventbeeFailure? {
    switch self {
    case .loadFailed(let failure), .textFailed(let failure), .linkFailed(let failure): failure
    default: nil
    }
  }
}
