import Colmeia

// A newspaper that is changed, or removed: only by itself.
extension News {
  /// What one does there, and what comes of it.
  public enum EditAction: Sendable, Equatable, Codable {
    /// Change one's own newspaper.
    case begin
    /// The field changed; its whole new text.
    case typed(String)
    /// Keep what was typed.
    case save
    /// Remove the newspaper: asks first.
    case remove
    /// Back, with nothing changed.
    case end

    /// Answers to ``News/Effect/read(_:)``, ``News/Effect/update(_:)`` and ``News/Effect/delete(_:)``.
    case read(Newspaper), saved(Newspaper), removed, failed(NewspaperFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case begin, typed, save, remove, end, read, saved, removed, failed
    }
  }

  func reduceEdit(_ state: inout State, _ action: EditAction) -> Effects {
    guard let edit = state.edit else {
      guard action == .begin, let name = state.reader.newspaper else { return .none }
      state.edit = NewspaperEdit(name: name, call: .read)
      return .run(.read(name), id: ID.edit, .replace)
    }
    switch action {
    case .begin: break
    case .typed(let text):
      if edit.call == nil { state.edit = NewspaperEdit(name: edit.name, about: text) }
    case .save: return save(edit, &state)
    case .remove: return remove(edit, &state)
    case .end:
      if edit.isWriting { return .none }
      state.edit = nil
      return .cancel(ID.edit)
    case .read(let newspaper):
      if edit.call == .read { state.edit = NewspaperEdit(name: edit.name, about: newspaper.about) }
    case .saved(let newspaper):
      guard edit.call == .save else { return .none }
      state.edit = nil
      if let place = state.newspapers?.firstIndex(where: { $0.name == newspaper.name }) {
        state.newspapers?[place] = newspaper
      }
    case .removed: if edit.call == .remove { return leave(edit.name, &state) }
    case .failed(let failure): return fail(edit, failure, &state)
    }
    return .none
  }

  private func save(_ edit: NewspaperEdit, _ state: inout State) -> Effects {
    guard edit.call == nil else { return .none }
    let about = edit.about.trimmed
    guard !about.isEmpty else {
      state.edit?.failure = .incomplete
      return .none
    }
    state.edit = NewspaperEdit(name: edit.name, about: edit.about, call: .save)
    return .run(.update(Newspaper(name: edit.name, about: about)), id: ID.edit, .replace)
  }

  private func remove(_ edit: NewspaperEdit, _ state: inout State) -> Effects {
    guard edit.call == nil else { return .none }
    let call: NewspaperEdit.Call? = edit.asksToRemove ? .remove : nil
    state.edit = NewspaperEdit(name: edit.name, about: edit.about, call: call, asksToRemove: true)
    return call == nil ? .none : .run(.delete(edit.name), id: ID.edit, .replace)
  }

  private func fail(_ edit: NewspaperEdit, _ failure: NewspaperFailure, _ state: inout State) -> Effects {
    guard let call = edit.call else { return .none }
    // What is to go and is not there has gone: the answer to an earlier call may have been lost.
    if call == .remove, failure == .notFound { return leave(edit.name, &state) }
    state.edit?.call = nil
    state.edit?.asksToRemove = false
    state.edit?.failure = .call(failure)
    return .none
  }

  /// The newspaper is no more: nobody is logged in as it, nor reads it.
  private func leave(_ name: String, _ state: inout State) -> Effects {
    state.subscriptions.removeAll { $0 == name }
    state.feed.list.forget(name)
    return logOut(&state)
  }
}
