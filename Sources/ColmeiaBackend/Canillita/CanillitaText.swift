/// Which texts may be names and ids.
enum CanillitaText {
  /// Whether a text can be a newspaper's name: a line of an event stream and a segment of a path can hold it.
  ///
  /// - Complexity: O(length).
  static func isName(_ text: String) -> Bool {
    isLine(text) && text.utf8.count <= CanillitaLimits.name && text != "." && text != ".."
  }

  /// Whether a text can be an item's id.
  ///
  /// - Complexity: O(length).
  static func isID(_ text: String) -> Bool { isLine(text) && text.utf8.count <= CanillitaLimits.id }

  private static func isLine(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
