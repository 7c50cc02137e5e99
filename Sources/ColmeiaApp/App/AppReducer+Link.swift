import Colmeia

// Links.
extension AppReducer {
  /// Goes where a link leads. A form is given up, unless it is being saved: then nothing happens.
  func open(_ text: String, _ state: inout State) -> Effects {
    do throws(FeedLinkFailure) {
      let link = try AppLink.parse(text)
      state.linkFailure = nil
      return go(to: link, &state)
    } catch {
      state.linkFailure = error
      return .none
    }
  }

  private func go(to link: AppLink, _ state: inout State) -> Effects {
    switch link {
    case .start:
      state.tab = .feed
      return .none
    case .feed(let link): return openFeed(link, &state)
    case .events: return leaveDetails(&state) { events.reduce(&$0, .close, hear: hear) + loadEvents(&$0) }
    case .event(let id): return leaveDetails(&state) { openEvent(id, &$0) }
    case .chat(let id):
      return leaveDetails(&state) { state in
        let effects = openEvent(id, &state)
        enterChat(&state)
        return effects
      }
    case .person(let id): return openPerson(id, &state)
    case .news: return openNews(&state, [.close, .closeArchive, .show(.feed)])
    case .newsItem(let key): return openNews(&state, [.open(key)])
    case .newspapers: return openNews(&state, [.close, .closeArchive, .show(.newspapers)])
    case .newspaper(let name): return openNews(&state, [.close, .openArchive(name)])
    case .shots: return openShots(&state, .close)
    case .shot(let id): return openShots(&state, .open(id))
    case .profile: return openProfileTab(&state)
    }
  }

  private func openFeed(_ link: FeedLink, _ state: inout State) -> Effects {
    guard state.feed != nil else {
      state.pendingLink = link
      return .none
    }
    state.tab = .feed
    return feed.reduce(&state, .open(link), hear: hear)
  }

  private func leaveDetails(_ state: inout State, _ open: (inout State) -> Effects) -> Effects {
    if state.profile?.form?.isSaving == true || state.events.form?.isSaving == true { return .none }
    (state.tab, state.profile, state.chat, state.events.form) = (.events, nil, nil, nil)
    return open(&state)
  }

  private func loadEvents(_ state: inout State) -> Effects {
    let list = state.events.list
    return list.value == nil && !list.isLoading ? events.reduce(&state, .load, hear: hear) : .none
  }

  private func openEvent(_ id: Int, _ state: inout State) -> Effects {
    let effects = loadEvents(&state)
    return state.events.detail?.id == id ? effects : effects + events.reduce(&state, .open(id), hear: hear)
  }

  private func openPerson(_ id: Int, _ state: inout State) -> Effects {
    if state.members.session.member != nil, state.tab != .events, state.tab != .profile { state.tab = .events }
    if state.profile?.id == id, state.profile?.form == nil { return .none }
    return openProfile(id, &state)
  }

  /// Who has not entered is asked to, wherever the link leads.
  private func openNews(_ state: inout State, _ actions: [News.Action]) -> Effects {
    state.tab = .news
    guard state.news.reader.isIn, state.news.draft?.isPublishing != true else { return .none }
    state.news.draft = nil
    return actions.reduce(.none) { $0 + news.reduce(&state, $1) }
  }

  private func openShots(_ state: inout State, _ action: Shots.Action) -> Effects {
    state.tab = .shots
    return shots.reduce(&state, action)
  }

  private func openProfileTab(_ state: inout State) -> Effects {
    if state.feed != nil, state.profile?.form?.isSaving != true { (state.tab, state.profile) = (.profile, nil) }
    return .none
  }
}
