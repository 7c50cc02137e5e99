import ColmeiaUI
import ReferenceApp
import SwiftUI

/// The form to create or change an event.
struct EventFormView: View {
  let form: ViewStore<EventForm, Events.Action>
  @Environment(\.words) private var words

  var body: some View {
    NavigationStack {
      Form {
        Section {
          TextField(words(.name), text: form.binding(\.name) { .typed(.name, $0) })
          TextField(words(.about), text: form.binding(\.about) { .typed(.about, $0) }, axis: .vertical)
        }
        Section {
          time(.start, \.start, .start)
          time(.end, \.end, .end)
          if form.start.isMistyped || form.end.isMistyped { Message(.timeMistyped) }
        }
        Picker(words(.permission), selection: form.binding(\.permission, Events.Action.permit)) {
          Text(words(.open)).tag(EventPermission.open)
          Text(words(.closed)).tag(EventPermission.closed)
          // A permission from the server that this app doesn't know is kept.
          if case .other = form.permission { Text(words(.permission(form.permission))).tag(form.permission) }
        }
        Message(form.refusal.map(Phrase.mistake))
        Message(form.failure.map(Phrase.eventbeeFailed))
      }
      .disabled(form.isSaving)
      .navigationTitle(words(form.original == nil ? .newEvent : .editEvent))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(words(.discard), role: .cancel) { form.send(.discard) }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button(words(.save)) { form.send(.save) }
            .disabled(form.isSaving)  // `save` says what is wrong
        }
      }
    }
    .interactiveDismissDisabled(form.isSaving)
  }

  /// Times are typed in the app's format, in UTC.
  private func time(
    _ label: Phrase, _ path: KeyPath<EventForm, TimeField>, _ field: EventForm.Field
  ) -> some View {
    let language = words.language
    return TextField(
      words(label),
      text: Binding(
        get: { @MainActor in form[path].text(language) },
        set: { @MainActor in form.send(.typed(field, $0)) }))
  }
}
