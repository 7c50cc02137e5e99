import ColmeiaSecrets

/// Everything that a front end displays, and everything that a user can do there: the texts to draw, and the action
/// behind each control. A front end that draws a screen model needs no logic of its own.
public struct ScreenModel: Sendable, Equatable, Codable {
  /// A tab in the list of tabs.
  public struct TabItem: Sendable, Equatable, Codable {
    /// The title of the tab.
    public var label: String
    /// Whether the tab is selected.
    public var isSelected: Bool
    /// The action to send when the user selects the tab.
    public var action: AppReducer.Action
    /// The link to the location on the tab, or `nil` if it has none.
    public var address: String?
  }

  /// A message about what happens on the screen.
  public struct Message: Sendable, Equatable, Codable {
    /// The kind of a message.
    public enum Kind: String, Sendable, Codable, CaseIterable {
      /// Something has failed or is invalid, something to know, a list without rows, or an operation in progress.
      case error, notice, empty, busy
    }

    /// The kind of the message.
    public var kind: Kind
    /// The text of the message.
    public var text: String
    /// The title above the text, or `nil` if it has none.
    public var title: String?
    /// The label of the field to which the message belongs, or `nil` if it belongs to the whole screen.
    public var field: String?
  }

  /// A field, which the user fills in.
  public struct Field: Sendable, Equatable, Codable {
    /// The kind of content of a field.
    public enum Kind: String, Sendable, Codable, CaseIterable {
      /// A line, an email address, a password that is drawn as dots, or several lines.
      case text, email, password, paragraph
      /// The name of a file. A front end with access to files transfers the file, and types the name that it receives
      /// for it.
      case file
      /// A day and a time, such as `2016-12-28T20:00`. Other text is what the user has typed.
      case date
      /// The value of one of the field's options.
      case choice
    }

    /// An option of a choice.
    public struct Option: Sendable, Equatable, Codable {
      /// The label of the option.
      public var label: String
      /// The text to type into the field to choose this option.
      public var value: String
      /// Whether the option is chosen.
      public var isSelected = false
    }

    /// The label of the field, which no other field of the screen has.
    public var label: String
    /// The typed text. For a secret it only shows whether there is any.
    public var value: String
    /// The kind of content of the field.
    public var kind: Kind
    /// The options of a choice, and empty for other kinds.
    public var options: [Option] = []
    /// The form of the text to type, for front ends without a control for the kind of field, or `nil` if any text will
    /// do.
    public var hint: String?
    /// Whether the text is drawn as dots.
    public var isSecret: Bool { kind == .password }
    /// The action to send when the user types, with ``ScreenModel/placeholder`` in place of the whole new text.
    public var edit: AppReducer.Action

    /// Returns the action to send when the field contains `text`.
    ///
    /// - Parameter text: The whole text of the field.
    /// - Throws: `JSONError` if the text isn't valid in the action.
    public func action(typing text: String) throws(JSONError) -> AppReducer.Action {
      try ScreenModel.typing(text, in: edit)
    }
  }

  /// A row of a list.
  public struct Row: Sendable, Equatable, Codable {
    /// The main text.
    public var text: String
    /// The secondary text.
    public var detail: String
    /// Whether the row is selected.
    public var isSelected: Bool
    /// The address of the row's picture, or `nil` if it has none.
    public var picture: String?
    /// The action to send when the user chooses the row, or `nil` if it can't be chosen.
    public var action: AppReducer.Action?
    /// The link to the location to which the action leads, or `nil` if it has none.
    public var address: String?
  }

  /// A picture that is displayed large.
  public struct Picture: Sendable, Equatable, Codable {
    /// The address of the picture.
    public var address: String
    /// The alternative text for users who can't see the picture.
    public var description: String
  }

  /// The layout of the list, if there is room for it.
  public enum Layout: String, Sendable, Codable, CaseIterable {
    /// Rows, one below the other.
    case list
    /// Cells in three columns.
    case grid
    /// Messages of a conversation, the newest last. The user's own messages are marked as selected.
    case conversation
    /// Lines of text.
    case text
  }

  /// A button with its action.
  public struct Button: Sendable, Equatable, Codable {
    /// The role of a button.
    public enum Role: String, Sendable, Codable, CaseIterable {
      /// A plain action, the submit button of the fields, the way back, or one of several choices. The app ignores the
      /// action of a disabled submit button, or says what is wrong with the fields.
      case plain, submit, back, choice
    }

    /// The label of the button.
    public var label: String
    /// Whether the button is enabled.
    public var isEnabled: Bool
    /// The role of the button.
    public var role: Role = .plain
    /// Whether this is the current choice.
    public var isSelected = false
    /// The action to send when the user presses the button.
    public var action: AppReducer.Action
  }

  /// The text that a front end replaces with the user's input in ``Field/edit`` and ``open``.
  public static let placeholder = Secret.placeholder

  /// The title of the screen.
  public var title: String
  /// The tabs, in order.
  public var tabs: [TabItem]
  /// The messages to display.
  public var messages: [Message] = []
  /// Whether an operation is in progress.
  public var isBusy = false
  /// The progress of the operation in whole percents, or `nil` if unknown.
  public var progress: Int?
  /// The link to the current location, which ``open`` accepts, or `nil` if it has none, as with a form.
  public var address: String?
  /// The action to send when the user follows a link, with ``placeholder`` in place of the link.
  public var open = AppReducer.Action.open(placeholder)
  /// The picture that is displayed large.
  public var picture: Picture?
  /// The layout of the list.
  public var layout = Layout.list
  /// The fields, in order.
  public var fields: [Field] = []
  /// The rows of the list, in order.
  public var rows: [Row] = []
  /// The buttons, in order.
  public var buttons: [Button] = []

  /// The addresses of all pictures on the screen.
  public var pictures: Set<String> { Set(rows.compactMap(\.picture) + [picture?.address].compactMap(\.self)) }

  /// Returns the action with a text in place of ``placeholder``, which is only ever a whole string in it.
  static func typing(_ text: String, in action: AppReducer.Action) throws(JSONError) -> AppReducer.Action {
    let template = try JSON(encoding: action).text()
    let typed = template.replacing(JSON.string(placeholder).text(), with: JSON.string(text).text())
    return try JSON.decode(AppReducer.Action.self, from: Array(typed.utf8))
  }
}

/// Assembles a screen.
struct ScreenBuilder {
  let language: Language
  var screen: ScreenModel

  init(_ title: Phrase, _ language: Language) { self.init(title.text(language), language) }

  init(_ title: String, _ language: Language) {
    self.language = language
    screen = ScreenModel(title: title, tabs: [])
  }

  func text(_ phrase: Phrase) -> String { phrase.text(language) }

  /// Returns the text of an operation in progress, followed by its percentage if known: `Loading… 40%`.
  func text(_ phrase: Phrase, percent: Int?) -> String { text(phrase) + (percent.map { " \($0)%" } ?? "") }

  /// Adds a message, unless there is none or it is shown already.
  ///
  /// - Parameters:
  ///   - title: The title of the message, if it has one.
  ///   - field: The label of the field to which the message belongs. It must have been added, or the message belongs to
  ///     the whole screen.
  mutating func message(
    _ phrase: Phrase?, _ kind: ScreenModel.Message.Kind, title: Phrase? = nil, of field: Phrase? = nil
  ) {
    if let phrase { message(text(phrase), kind, title: title, of: field) }
  }

  /// Adds a message with a text, unless it is shown already.
  mutating func message(
    _ message: String, _ kind: ScreenModel.Message.Kind, title: Phrase? = nil, of field: Phrase? = nil
  ) {
    if screen.messages.contains(where: { $0.text == message }) { return }
    let field = screen.fields.first { $0.label == field.map(text) }?.label
    screen.messages.append(.init(kind: kind, text: message, title: title.map(text), field: field))
  }

  mutating func button(
    _ label: Phrase, _ action: AppReducer.Action, isEnabled: Bool = true, _ role: ScreenModel.Button.Role? = nil
  ) {
    let role = role ?? (label == .back ? .back : .plain)
    screen.buttons.append(.init(label: text(label), isEnabled: isEnabled, role: role, action: action))
  }

  /// Adds a button for one of several choices.
  mutating func choice(_ label: String, _ action: AppReducer.Action, isEnabled: Bool, isSelected: Bool) {
    screen.buttons.append(
      .init(label: label, isEnabled: isEnabled, role: .choice, isSelected: isSelected, action: action))
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - options: The options of a choice.
  ///   - hint: The form of the text to type.
  ///   - edit: Returns the action for a typed text.
  mutating func field(
    _ label: Phrase, _ value: String, _ kind: ScreenModel.Field.Kind, options: [ScreenModel.Field.Option] = [],
    hint: Phrase? = nil, _ edit: (String) -> AppReducer.Action
  ) {
    let action = edit(ScreenModel.placeholder)
    screen.fields.append(
      .init(label: text(label), value: value, kind: kind, options: options, hint: hint.map(text), edit: action))
  }

  mutating func row(
    _ text: String, _ detail: String = "", isSelected: Bool = false, picture: String? = nil,
    _ action: AppReducer.Action? = nil, to link: (any FeatureLink)? = nil
  ) {
    screen.rows.append(
      .init(
        text: text, detail: detail, isSelected: isSelected, picture: picture, action: action, address: link?.text))
  }
}
