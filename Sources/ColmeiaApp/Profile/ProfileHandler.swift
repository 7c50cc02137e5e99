import Colmeia
import ColmeiaClient
import ColmeiaSystems

/// Performs the effects of the profile. Texts and photo keys go to the API, photos to the object store.
struct ProfileHandler: AsyncHandler {
  let api: APIClient
  let photos: PhotoService?

  nonisolated(nonsending) func perform(_ effect: Profile.Effect, send: Send<Profile.Action>) async {
    switch effect {
    case .load(let id):
      await api.ask(EventbeeAPI.user(id), send, { .loaded(ProfileInfo($0)) }, Profile.Action.loadFailed)
    case .saveText(let id, let name, let about):
      let change = EventbeeAPI.UserChange(name: name, about: about)
      await api.ask(
        EventbeeAPI.updateUser(id, change), send, { .textSaved(ProfileInfo($0)) }, Profile.Action.textFailed)
    case .link(let id, let photo):
      let change = EventbeeAPI.UserChange(photo: photo)
      await api.ask(EventbeeAPI.updateUser(id, change), send, { .linked(ProfileInfo($0)) }, Profile.Action.linkFailed)
    case .photo(let key):
      switch await photos?.load(key, progress: { send(.photoProgress($0)) }) {
      case .success(let bytes)?: send(.photoLoaded(bytes: bytes))
      case .failure(let failure)?: send(.photoFailed(failure))
      case nil: if photos == nil { send(.photoFailed(.request(.unreachable))) }
      }
    case .upload(let file, let user):
      switch await photos?.put(file, of: user, progress: { send(.uploadProgress($0)) }) {
      case .success(let key)?: send(.uploaded(key: key))
      case .failure(let failure)?: send(.uploadFailed(failure))
      case nil: send(.uploadFailed(.request(.unreachable)))
      }
    }
  }
}

extension ProfileInfo {
  init(_ user: EventbeeAPI.User) { self.init(id: user.id, name: user.name, about: user.about, photo: user.photo) }
}
