import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the shots of Dribbble's back end.
enum ShotsExplorer {
  static func make() -> Explorer<Shots, BackendModel> {
    var server = BackendModel()
    server.token = "colmeia-demo"
    var explorer = Explorer(Shots.State(), Shots(), server: server)
    for action: Shots.Action in [.load, .more, .retry, .dismiss, .open(60), .open(999), .reload, .close] {
      explorer.action(action)
    }
    explorer.outcomes { effect, server in
      switch effect {
      case .page(let number):
        server.outcomes(to: DribbbleAPI.shots(page: number, perPage: Shots.perPage), as: .bearer) { answer, _ in
          switch answer {
          case .success(let page): .loaded(Shots.Page(number, page.shots, next: page.next))
          case .failure(let error): ShotsFailure(error).map { .failed(number, $0) }
          }
        }
      case .shot(let id):
        server.outcomes(to: DribbbleAPI.shot(id), as: .bearer) { answer, _ in
          switch answer {
          case .success(let shot): .shot(id, shot, .fresh)
          case .failure(let error): ShotsFailure(error).map { .shotFailed(id, $0) }
          }
        }
      }
    }
    explorer.always("the shots have unique numbers") { state in
      let ids = state.shots.compactMap(\.id)
      return Set(ids).count == ids.count
    }
    explorer.always("a failure and a spinner exclude each other") { $0.failure == nil || !$0.isLoading }
    explorer.always("the list and the empty view exclude each other") { !(!$0.shots.isEmpty && $0.showsEmpty) }
    explorer.eventually("nothing is loading") { !$0.isLoading && $0.detail?.isLoading != true }
    explorer.sometimes("two pages are loaded") { $0.shots.count == 2 * Shots.perPage }
    explorer.sometimes("loading a shot has failed") { $0.detail?.failure != nil }
    return explorer
  }
}
