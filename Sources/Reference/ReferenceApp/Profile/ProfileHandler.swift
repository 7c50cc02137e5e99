import Colmeia
import ColmeiaClient

/// Performs the effects of the profile. Texts and photo keys go to the API, photos to the object store.
struct ProfileHandler: EffectHandler {
  let api: APIClient
  let photos: PhotoService?

  func work(for effect: Profile.Effect) -> Work<Profile.Action> {
    switch effect {
    case .load(let id):
      .answer { await api.call(EventbeeAPI.user(id), { .loaded($0) }, Profile.Action.loadFailed) }
    case .saveText(let id, let name, let about):
      .answer {
        let change = EventbeeAPI.updateUser(id, EventbeeAPI.UserChange(name: name, about: about))
        return await api.call(change, { .textSaved($0) }, Profile.Action.textFailed)
      }
    case .link(let id, let photo, let old):
      .answer {
        let change = EventbeeAPI.updateUser(id, EventbeeAPI.UserChange(photo: photo))
        let action: Profile.Action? = await api.call(change, { .linked($0) }, Profile.Action.linkFailed)
        if let old, old != photo, case .linked? = action { await photos?.remove(old, of: id) }
        return action
      }
    case .photo(let key):
      .answer { send in
        switch await photos?.load(key, progress: { send(.photoProgress($0)) }) {
        case .success(let bytes)?: .photoLoaded(bytes: bytes)
        case .failure(let failure)?: .photoFailed(failure)
        case nil: photos == nil ? .photoFailed(.request(.unreachable)) : nil
        }
      }
    case .remove(let key, let user):
      .answer {
        // The link may have been made although its response was lost.
        if let info = try? await api.send(EventbeeAPI.user(user)), info.photo != key {
          await photos?.remove(key, of: user)
        }
        return nil
      }
    case .upload(let file, let user):
      .answer { send in
        switch await photos?.put(file, of: user, progress: { send(.uploadProgress($0)) }) {
        case .success(let key)?: .uploaded(key: key)
        case .failure(let failure)?: .uploadFailed(failure)
        case nil: .uploadFailed(.request(.unreachable))
        }
      }
    }
  }
}
