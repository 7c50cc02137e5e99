import Colmeia

/// A member's profile with her photo (E3, E8, E11, E26): anybody's is shown, one's own can be changed.
///
/// What is saved is only what has changed. Text and photo go at the same time; the photo to the object store first, and
/// then its reference to the API. When one of them fails, what the other has saved stays saved, and saving again does
/// only what is left.
public struct Profile: Reducer {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// Whose profile it is.
    public let id: Int
    /// What the server says.
    public var info: Loaded<ProfileInfo> = Loaded()
    /// How many bytes the photo has that is shown; `nil` while none is. The bytes are in the image cache.
    public var photoSize: Int?
    /// Why the photo is not there.
    public var photoFailure: PhotoFailure?
    /// Whether the photo is being loaded.
    public var isLoadingPhoto = false
    /// How much of it has come, in whole percents; `nil` while nothing has, or the server does not say of how much.
    public var photoPercent: Int?
    /// What is being changed.
    public var form: ProfileForm?
  }

  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// Load it, again if it is there.
    case load
    /// Show the form; only one's own can be changed.
    case edit
    /// A field of the form changed; its whole new text.
    case typed(ProfileForm.Field, String)
    /// The file of a new photo was chosen; an empty name for none.
    case choosePhoto(String)
    /// Save what has changed.
    case save
    /// Closes the form without saving it.
    case discard

    /// Answers to ``Effect/load(_:)``.
    case loaded(ProfileInfo), loadFailed(EventbeeFailure)
    /// News of ``Effect/photo(_:)`` and ``Effect/upload(_:user:)``: so many whole percents have been transferred, each sent
    /// once.
    case photoProgress(Int), uploadProgress(Int)
    /// Answers to ``Effect/photo(_:)``: it is in the image cache, with so many bytes; or not.
    case photoLoaded(bytes: Int), photoFailed(PhotoFailure)
    /// Answers to ``Effect/saveText(_:name:about:)``.
    case textSaved(ProfileInfo), textFailed(EventbeeFailure)
    /// Answers to ``Effect/upload(_:user:)``.
    case uploaded(key: String), uploadFailed(PhotoFailure)
    /// Answers to ``Effect/link(_:photo:)``.
    case linked(ProfileInfo), linkFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, edit, typed, choosePhoto, save, discard, loaded, loadFailed, photoProgress, uploadProgress,
        photoLoaded, photoFailed, textSaved, textFailed, uploaded, uploadFailed, linked, linkFailed
    }
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET users/{id}`.
    case load(Int)
    /// Have the photo of this key in the image cache.
    case photo(String)
    /// `PUT users/{id}` with what has changed; `nil` is left out.
    case saveText(Int, name: String?, about: String?)
    /// Put the file into the object store, under a new key of the user's.
    case upload(String, user: Int)
    /// `PUT users/{id}` with the photo's key.
    case link(Int, photo: String)

    enum CodingKeys: String, CodingKey, CaseIterable { case load, photo, saveText, upload, link }
  }

  enum ID: String { case load, photo, text, upload }

  /// What the profile tells its parent.
  public typealias Output = EventbeeOutput

  let me: Int?

  /// The reducer for a member.
  public init(me: Int?) { self.me = me }

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state.info.begin()
      return .run(.load(state.id), id: ID.load, .replace)
    case .edit:
      guard state.id == me, state.form == nil, let info = state.info.value else { return .none }
      state.form = ProfileForm(info)
    case .typed(.name, let text): if state.form?.isSaving == false { state.form?.name = text }
    case .typed(.about, let text): if state.form?.isSaving == false { state.form?.about = text }
    case .choosePhoto(let file): choose(file, &state)
    case .save: return save(&state)
    case .discard: if state.form?.isSaving == false { state.form = nil }
    case .loaded(let info): return show(info, &state)
    case .loadFailed(let failure): state.info.fail(failure)
    case .photoLoaded, .photoFailed: hearPhoto(action, &state)
    case .photoProgress, .uploadProgress: hearProgress(action, &state)
    case .textSaved, .textFailed, .uploaded, .uploadFailed, .linked, .linkFailed: return hearSaving(action, &state)
    }
    return .none
  }

  private func choose(_ file: String, _ state: inout State) {
    guard state.form?.isSaving == false else { return }
    state.form?.photo = file.isEmpty ? nil : file
    // What was uploaded and not linked was another one.
    state.form?.photoStep = .idle
  }

  private func show(_ info: ProfileInfo, _ state: inout State) -> Effects {
    state.info.end(info)
    return loadPhoto(&state)
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

  private func hearPhoto(_ action: Action, _ state: inout State) {
    guard state.isLoadingPhoto else { return }
    (state.isLoadingPhoto, state.photoPercent) = (false, nil)
    if case .photoLoaded(let bytes) = action { state.photoSize = bytes }
    if case .photoFailed(let failure) = action { state.photoFailure = failure }
  }
}

extension Profile {
  private func save(_ state: inout State) -> Effects {
    guard var form = state.form, let info = state.info.value, form.canSave(over: info) else { return .none }
    form.failure = nil
    var effects = Effects.none
    if form.name != info.name || form.about != info.about {
      form.isSavingText = true
      let (name, about) = (form.name == info.name ? nil : form.name, form.about == info.about ? nil : form.about)
      effects += .run(.saveText(state.id, name: name, about: about), id: ID.text, .replace)
    }
    switch (form.photoStep, form.photo) {
    case (.uploaded(let key), _):
      form.photoStep = .linking(key: key)
      effects += .run(.link(state.id, photo: key), id: ID.upload, .replace)
    case (.idle, let file?):
      (form.photoStep, form.uploadPercent) = (.uploading, nil)
      effects += .run(.upload(file, user: state.id), id: ID.upload, .replace)
    case (.idle, nil), (.uploading, _), (.linking, _): break
    }
    state.form = form
    return effects
  }

  private func hearSaving(_ action: Action, _ state: inout State) -> Effects {
    guard var form = state.form, form.isSaving else { return .none }
    var effects = Effects.none
    switch (action, form.photoStep) {
    case (.textSaved(let info), _) where form.isSavingText:
      form.isSavingText = false
      state.info.value?.name = info.name
      state.info.value?.about = info.about
      (form.name, form.about) = (info.name, info.about)
      effects = loadAgain(state)
    case (.textFailed(let failure), _) where form.isSavingText:
      form.isSavingText = false
      form.failure = form.failure ?? .api(failure)
    case (.uploaded(let key), .uploading):
      (form.photoStep, form.uploadPercent) = (.linking(key: key), nil)
      effects = .run(.link(state.id, photo: key), id: ID.upload, .replace)
    case (.uploadFailed(let failure), .uploading):
      (form.photoStep, form.uploadPercent) = (.idle, nil)
      form.failure = form.failure ?? .photo(failure)
    case (.linked(let info), .linking):
      (form.photoStep, form.photo) = (.idle, nil)
      state.info.value?.photo = info.photo
      effects = loadPhoto(&state) + loadAgain(state)
    case (.linkFailed(let failure), .linking(let key)):
      form.photoStep = .uploaded(key: key)
      form.failure = form.failure ?? .api(failure)
    default: return .none
    }
    // All has succeeded: done, once.
    state.form = form.isSaving || form.failure != nil ? form : nil
    return effects
  }

  /// What is on its way may have left the server before the save came there.
  private func loadAgain(_ state: State) -> Effects {
    state.info.isLoading ? .run(.load(state.id), id: ID.load, .replace) : .none
  }
}

extension Profile.Action: EventbeeAction {
  /// Why a call to Eventbee failed, if this says that one did.
  public var failure: EventbeeFailure? {
    switch self {
    case .loadFailed(let failure), .textFailed(let failure), .linkFailed(let failure): failure
    default: nil
    }
  }
}
