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
          ForEach(EventForm.Field.allCases, id: \.self) { field in
            TextField(
              words(field.label), text: text(of: field), axis: field.isParagraph ? .vertical : .horizontal)
          }
          if form.start.isMistyped || form.end.isMistyped { Message(.timeMistyped) }
        }
        Picker(words(.permission), selection: form.binding(\.event.permission, Events.Action.permit)) {
          Text(words(.open)).tag(EventPermission.open)
          Text(words(.closed)).tag(EventPermission.closed)
          // A permission from the server that this app doesn't know is kept.
          if case .other = form.event.permission {
            Text(words(.permission(form.event.permission))).tag(form.event.permission)
          }
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
  private func text(of field: EventForm.Field) -> Binding<String> {
    let language = words.language
    return Binding(
      get: { @MainActor in form[\.self].text(field, language) },
      set: { @MainActor in form.send(.typed(field, $0)) })
  }
}
