import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the profile of a member who is signed in at Eventbee's back end. Transfers of photos are simulated by fixed
/// outcomes.
enum ProfileExplorer {
  static func make() -> Explorer<Profile, BackendModel> {
    let (ana, server) = EventbeeMember.signedIn()
    var explorer = Explorer(Profile.State(id: ana.id), Profile(me: ana.id), server: server)
    let actions: [Profile.Action] = [
      .load, .edit, .typed(.name, "Ana M."), .typed(.about, "Abelha"), .choosePhoto("a.png"), .choosePhoto(""), .save,
      .discard,
    ]
    for action in actions { explorer.action(action) }
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the form is open only if the profile is loaded") { $0.form == nil || $0.info.value != nil }
    explorer.eventually("nothing is loading or being saved") { state in
      !state.info.isLoading && !state.isLoadingPhoto && state.form?.isSaving != true
    }
    explorer.eventually("the shown profile matches the server's, unless a response was lost") { state, world in
      var server = world.server
      guard !world.server.hasLostAnswers, state.info.failure == nil, let info = state.info.value,
        case .success(let user) = server.call(EventbeeAPI.user(info.id))
      else { return true }
      return info == user
    }
    explorer.sometimes("a photo is loaded") { $0.photoSize != nil }
    return explorer
  }

  private static func outcomes(
    _ effect: Profile.Effect, _ server: BackendModel
  ) -> [Outcome<Profile.Action, BackendModel>] {
    switch effect {
    case .load(let id): call(server, EventbeeAPI.user(id), Profile.Action.loaded, Profile.Action.loadFailed)
    case .saveText(let id, let name, let about):
      call(
        server, EventbeeAPI.updateUser(id, .init(name: name, about: about)), Profile.Action.textSaved,
        Profile.Action.textFailed)
    case .link(let id, let photo, replacing: _):
      call(server, EventbeeAPI.updateUser(id, .init(photo: photo)), Profile.Action.linked, Profile.Action.linkFailed)
    case .photo:
      [.resolve([.photoProgress(50), .photoLoaded(bytes: 7)], thenEnds: true), .answer(.photoFailed(.notAnImage))]
    case .remove: [.finish]
    case .upload(let file, _):
      [
        .resolve([.uploadProgress(50), .uploaded(key: "photos/\(file)")], thenEnds: true),
        .answer(.uploadFailed(.unreadable)),
      ]
    }
  }

  private static func call(
    _ server: BackendModel, _ endpoint: Endpoint<Member>, _ done: (Member) -> Profile.Action,
    _ failed: (EventbeeFailure) -> Profile.Action
  ) -> [Outcome<Profile.Action, BackendModel>] {
    server.outcomes(to: endpoint) { answer, _ in
      switch answer {
      case .success(let user): done(user)
      case .failure(let error): EventbeeFailure(error).map(failed)
      }
    }
  }
}
