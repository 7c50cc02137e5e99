import ColmeiaJSON

/// All that a front end shows, and all that a user can do there: texts to draw, and the action behind each control. A
/// front end that draws this holds no logic.
public struct ScreenModel: Sendable, Equatable, Codable {
  /// A tab in the list of tabs.
  public struct TabItem: Sendable, Equatable, Codable {
    /// What it is called.
    public var label: String
    /// Whether it is the one that is shown.
    public var isSelected: Bool
    /// What choosing it sends.
    public var action: AppReducer.Action
  }

  /// A field that the user can type into.
  public struct Field: Sendable, Equatable, Codable {
    /// What is typed into a field.
    public enum Kind: String, Sendable, Codable, CaseIterable {
      /// A line; one that is an e-mail address; one that is drawn as dots; several lines.
      case text, email, password, paragraph
      /// The name of a file. A front end that has files hands the file over, and types the name that it gets for it.
      case file
    }

    /// What it is called.
    public var label: String
    /// What was typed; of a secret only that something was.
    public var value: String
    /// What is typed into it.
    public var kind: Kind
    /// Whether it is drawn as dots.
    public var isSecret: Bool { kind == .password }
    /// What typing sends, with ``ScreenModel/placeholder`` in the place of the whole new text.
    public var edit: AppReducer.Action

    /// What is sent when this is what the field says.
    ///
    /// - Throws: `JSONError`, if the text has no place in the action.
    public func action(typing text: String) throws(JSONError) -> AppReducer.Action {
      try ScreenModel.replacing(text, in: JSON(encoding: edit)).decode(AppReducer.Action.self)
    }
  }

  /// A line of a list.
  public struct Row: Sendable, Equatable, Codable {
    /// The text to draw.
    public var text: String
    /// What it says beside that.
    public var detail: String
    /// Whether it is marked.
    public var isSelected: Bool
    /// Where its picture is, if it has one.
    public var picture: String?
    /// What choosing it sends, if it can be chosen.
    public var action: AppReducer.Action?
  }

  /// A picture that is shown large.
  public struct Picture: Sendable, Equatable, Codable {
    /// The address at which the picture is.
    public var address: String
    /// What is on it, for who cannot see it.
    public var description: String
  }

  /// How the list is laid out, where there is room.
  public enum Layout: String, Sendable, Codable, CaseIterable {
    /// Rows below each other.
    case list
    /// Cells in three columns.
    case grid
    /// What people say to each other, the newest last; one's own is marked.
    case conversation
    /// Lines of a text.
    case text
  }

  /// A button with its action.
  public struct Button: Sendable, Equatable, Codable {
    /// What a button is for.
    public enum Role: String, Sendable, Codable, CaseIterable {
      /// Something that can be done; what the fields are for; the way back; one of several, of which one is chosen.
      case plain, submit, back, choice
    }

    /// What it is called.
    public var label: String
    /// Whether it can be pressed.
    public var isEnabled: Bool
    /// What it is for.
    public var role: Role = .plain
    /// Whether it is the choice that was made.
    public var isSelected = false
    /// What pressing it sends.
    public var action: AppReducer.Action
  }

  /// What stands for the text in ``Field/edit`` and ``open``.
  public static let placeholder = "{{text}}"

  /// What the screen is called.
  public var title: String
  /// The tabs, in order.
  public var tabs: [TabItem]
  /// What has to be said.
  public var messages: [String] = []
  /// Whether something is on its way.
  public var isBusy = false
  /// How far it is, in whole percents, where that is known.
  public var progress: Int?
  /// The place as a link, which ``open`` leads to; `nil` for one without, such as a form.
  public var address: String?
  /// What following a link sends, with ``placeholder`` in the place of the link.
  public var open = AppReducer.Action.open(placeholder)
  /// The picture that is shown large.
  public var picture: Picture?
  /// How the list is laid out.
  public var layout = Layout.list
  /// The fields, in order.
  public var fields: [Field] = []
  /// The rows of the list, in order.
  public var rows: [Row] = []
  /// The buttons, in order.
  public var buttons: [Button] = []

  /// Where the pictures are that are shown.
  public var pictures: Set<String> { Set(rows.compactMap(\.picture) + [picture?.address].compactMap(\.self)) }

  static func replacing(_ text: String, in json: JSON) -> JSON {
    switch json {
    case .string(placeholder): .string(text)
    case .array(let elements): .array(elements.map { replacing(text, in: $0) })
    case .object(let object): .object(object.replacingValues { replacing(text, in: $0) })
    case .null, .bool, .number, .string: json
    }
  }
}

extension JSONObject {
  fileprivate func replacingValues(_ change: (JSON) -> JSON) -> JSONObject {
    var object = JSONObject()
    for member in self { object[member.key] = change(member.value) }
    return object
  }
}

/// Puts the parts of a screen together.
struct ScreenBuilder {
  let language: Language
  var screen: ScreenModel

  init(_ title: Phrase, _ language: Language) { self.init(title.text(language), language) }

  init(_ title: String, _ language: Language) {
    self.language = language
    screen = ScreenModel(title: title, tabs: [])
  }

  func text(_ phrase: Phrase) -> String { phrase.text(language) }

  /// What goes on, with how far it is where that is known: `Loading… 40%`.
  func text(_ phrase: Phrase, percent: Int?) -> String { text(phrase) + (percent.map { " \($0)%" } ?? "") }

  mutating func say(_ phrase: Phrase?) { if let phrase { screen.messages.append(text(phrase)) } }

  mutating func button(
    _ label: Phrase, _ action: AppReducer.Action, isEnabled: Bool = true, _ role: ScreenModel.Button.Role? = nil
  ) {
    let role = role ?? (label == .back ? .back : .plain)
    screen.buttons.append(.init(label: text(label), isEnabled: isEnabled, role: role, action: action))
  }

  /// One of several choices; the one that was made is marked.
  mutating func choice(_ label: String, _ action: AppReducer.Action, isEnabled: Bool, isSelected: Bool) {
    screen.buttons.append(
      .init(label: label, isEnabled: isEnabled, role: .choice, isSelected: isSelected, action: action))
  }

  mutating func field(_ label: Phrase, _ value: String, _ kind: ScreenModel.Field.Kind, _ edit: AppReducer.Action) {
    screen.fields.append(.init(label: text(label), value: value, kind: kind, edit: edit))
  }

  mutating func row(
    _ text: String, _ detail: String = "", isSelected: Bool = false, picture: String? = nil,
    _ action: AppReducer.Action? = nil
  ) {
    screen.rows.append(.init(text: text, detail: detail, isSelected: isSelected, picture: picture, action: action))
  }
}
