import ColmeiaJSON

/// All that a front end shows, and all that a user can do there: texts to draw, and the action behind each control. A
/// front end that draws this holds no logic.
public struct ScreenModel: Sendable, Equatable, Codable {
  /// A tab.
  public struct TabItem: Sendable, Equatable, Codable {
    /// What it is called.
    public var label: String
    /// Whether it is the one that is shown.
    public var isSelected: Bool
    /// What choosing it sends.
    public var action: AppReducer.Action
  }

  /// A field of text.
  public struct Field: Sendable, Equatable, Codable {
    /// What it is called.
    public var label: String
    /// What was typed; of a secret only that something was.
    public var value: String
    /// Whether it is drawn as dots.
    public var isSecret: Bool
    /// What typing sends: an action as JSON, in which ``ScreenModel/placeholder`` stands for the whole new text.
    public var edit: JSON

    /// What is sent when this is what the field says.
    ///
    /// - Throws: ``JSONError``, if the text has no place in the action.
    public func action(typing text: String) throws(JSONError) -> AppReducer.Action {
      try ScreenModel.replacing(text, in: edit).decode(AppReducer.Action.self)
    }
  }

  /// A line of a list.
  public struct Row: Sendable, Equatable, Codable {
    /// What it says.
    public var text: String
    /// What it says beside that.
    public var detail: String
    /// Whether it is marked.
    public var isSelected: Bool
    /// What choosing it sends, if it can be chosen.
    public var action: AppReducer.Action?
  }

  /// A button.
  public struct Button: Sendable, Equatable, Codable {
    /// What it is called.
    public var label: String
    /// Whether it can be pressed.
    public var isEnabled: Bool
    /// What pressing it sends.
    public var action: AppReducer.Action
  }

  /// What stands for the text in ``Field/edit``.
  public static let placeholder = "{{text}}"

  /// What the screen is called.
  public var title: String
  /// The tabs, in order.
  public var tabs: [TabItem]
  /// What has to be said.
  public var messages: [String] = []
  /// Whether something is on its way.
  public var isBusy = false
  /// The fields, in order.
  public var fields: [Field] = []
  /// The list.
  public var rows: [Row] = []
  /// The buttons, in order.
  public var buttons: [Button] = []

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

  init(_ title: String, _ language: Language) {
    self.language = language
    screen = ScreenModel(title: title, tabs: [])
  }

  func text(_ label: Label) -> String { Phrase.label(label).text(language) }

  /// What goes on, with how far it is where that is known: `Loading… 40%`.
  func text(_ label: Label, percent: Int?) -> String { text(label) + (percent.map { " \($0)%" } ?? "") }

  mutating func say(_ phrase: Phrase?) { if let phrase { screen.messages.append(phrase.text(language)) } }

  mutating func button(_ label: Label, _ action: AppReducer.Action, isEnabled: Bool = true) {
    button(.label(label), action, isEnabled: isEnabled)
  }

  mutating func button(_ label: Phrase, _ action: AppReducer.Action, isEnabled: Bool = true) {
    screen.buttons.append(.init(label: label.text(language), isEnabled: isEnabled, action: action))
  }

  mutating func field(_ label: Phrase, _ value: String, isSecret: Bool = false, _ edit: JSON) {
    screen.fields.append(.init(label: label.text(language), value: value, isSecret: isSecret, edit: edit))
  }

  mutating func row(_ text: String, _ detail: String = "", isSelected: Bool = false, _ action: AppReducer.Action? = nil)
  {
    screen.rows.append(.init(text: text, detail: detail, isSelected: isSelected, action: action))
  }
}
