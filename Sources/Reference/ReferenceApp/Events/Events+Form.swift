import Colmeia

extension Events {
  func reduceForm(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .new: if me != nil, state.form == nil { state.openForm(nil) }
    case .edit:
      guard state.form == nil, let detail = state.detail, detail.isOrganizer(me) else { return .none }
      state.openForm(detail.event.value)
    case .typed(let field, let text):
      guard state.form?.isSaving == false else { return .none }
      state.form?.type(text, in: field)
      state.form?.failure = nil
      state.form?.refusal = nil
    case .permit(let permission):
      guard state.form?.isSaving == false else { return .none }
      state.form?.event.permission = permission
      state.form?.refusal = nil
    case .save: return save(&state)
    case .discard:
      guard state.form?.isSaving == false else { return .none }
      state.form = nil
    case .leaveForm: if state.form?.isSaving == false { state.leaveForm() }
    case .saved(let event): return finishSaving(event, &state)
    case .saveFailed(let failure):
      guard state.form?.isSaving == true else { return .none }
      state.form?.isSaving = false
      state.form?.failure = failure
    default: break
    }
    return .none
  }

  private func save(_ state: inout State) -> Effects {
    guard let form = state.form, !form.isSaving else { return .none }
    state.form?.refusal = form.mistake
    guard form.canSave, let draft = form.draft else { return .none }
    state.form?.isSaving = true
    state.form?.failure = nil
    guard let original = form.original else { return .run(.create(draft), id: ID.write, .queue) }
    return .run(.update(original.id, from: original, to: draft), id: ID.write, .queue)
  }

  private func finishSaving(_ event: Event, _ state: inout State) -> Effects {
    guard let form = state.form, form.isSaving else { return .none }
    state.form = nil
    // A list in flight may predate the change. If there is none, the previous request has failed.
    let effects = state.list.isLoading || state.list.value == nil ? load(&state) : .none
    guard form.original == nil else {
      state.list.replace(event)
      if state.detail?.id == event.id { state.detail?.event.end(event) }
      return effects
    }
    state.list.value?.append(event)
    return effects + reduce(into: &state, action: .open(event.id))
  }
}

extension Events {
  /// The maximum number of forms that were left and are kept. Beyond it, the oldest are discarded.
  public static let draftLimit = 10
}

extension Events.State {
  /// Opens the form for an event or a new one, with what was typed there when it was left.
  fileprivate mutating func openForm(_ original: Event?) {
    let position = drafts.firstIndex { $0.original?.id == original?.id }
    form = position.map { drafts.remove(at: $0) } ?? EventForm(original)
  }

  /// Closes the form, and keeps it if something was changed.
  mutating func leaveForm() {
    guard var left = form else { return }
    (left.failure, left.refusal, form) = (nil, nil, nil)
    if left != EventForm(left.original) { drafts = drafts.suffix(Events.draftLimit - 1) + [left] }
  }
}
