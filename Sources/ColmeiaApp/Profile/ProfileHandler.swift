import Colmeia
import ColmeiaClient
import ColmeiaSystems

/// Carries out the effects of the profile: the API knows texts and references, the object store photos.
struct ProfileHandler: EffectHandler {
  let api: APIClient
  let photos: PhotoService?

  func work(for effect: Profile.Effect) -> Work<Profile.Action> {
    .async { send in await perform(effect, send: send) }
  }

  private nonisolated(nonsending) func perform(_ effect: Profile.Effect, send: Send<Profile.Action>) async {
    switch effect {
    case .load(let id): await ask(EventbeeAPI.user(id), send, Profile.Action.loaded, Profile.Action.loadFailed)
    case .saveText(let id, let name, let about):
      let change = EventbeeAPI.UserChange(name: name, about: about)
      await ask(EventbeeAPI.updateUser(id, change), send, Profile.Action.textSaved, Profile.Action.textFailed)
    case .link(let id, let photo):
      let change = EventbeeAPI.UserChange(photo: photo)
      await ask(EventbeeAPI.updateUser(id, change), send, Profile.Action.linked, Profile.Action.linkFailed)
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

  private func ask(
    _ endpoint: Endpoint<EventbeeAPI.User>, _ send: Send<Profile.Action>, _ done: (ProfileInfo) -> Profile.Action,
    _ failed: (EventbeeFailure) -> Profile.Action
  ) async {
    do throws(APIError) { send(done(ProfileInfo(try await api.send(endpoint)))) } catch {
      if let failure = EventbeeFailure(error) { send(failed(failure)) }
    }
  }
}

extension ProfileInfo {
  init(_ user: EventbeeAPI.User) { self.init(id: user.id, name: user.name, about: user.about, photo: user.photo) }
}
