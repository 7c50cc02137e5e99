import Colmeia

// Changing or removing a newspaper. Only the newspaper itself can do this.
extension News {
  /// The actions of the screen for editing a newspaper.
  public enum EditAction: Sendable, Equatable, Codable {
    /// Opens the screen for the user's own newspaper.
    case begin
    /// The text of the field changed; the payload is the whole new text.
    case typed(String)
    /// Saves the typed text.
    case save
    /// Removes the newspaper. The first press only asks for confirmation.
    case remove
    /// Closes the screen without changes.
    case end

    /// The results of ``News/Effect/read(_:)``, ``News/Effect/update(_:)`` and ``News/Effect/delete(_:)``.
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
      if let position = state.newspapers?.firstIndex(where: { $0.name == newspaper.name }) {
        state.newspapers?[position] = newspaper
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
    let call: NewspaperEdit.Call? = edit.isConfirmingRemoval ? .remove : nil
    state.edit = NewspaperEdit(name: edit.name, about: edit.about, call: call, isConfirmingRemoval: true)
    return call == nil ? .none : .run(.delete(edit.name), id: ID.edit, .replace)
  }

  private func fail(_ edit: NewspaperEdit, _ failure: NewspaperFailure, _ state: inout State) -> Effects {
    guard let call = edit.call else { return .none }
    // If the newspaper to remove is not found, it's already removed: the response to an earlier request may have been
    // lost.
    if call == .remove, failure == .notFound { return leave(edit.name, &state) }
    state.edit?.call = nil
    state.edit?.isConfirmingRemoval = false
    state.edit?.failure = .call(failure)
    return .none
  }

  /// Logs out and unsubscribes from the newspaper, because it no longer exists.
  private func leave(_ name: String, _ state: inout State) -> Effects {
    state.subscriptions.removeAll { $0 == name }
    state.feed.list.forget(name)
    return logOut(&state)
  }
}
