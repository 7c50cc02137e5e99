import ReferenceEntities

/// The rules for names and identifiers.
enum CanillitaText {
  /// Returns whether a text is a valid name of a newspaper. It must fit into a line of an event stream and a path
  /// segment.
  ///
  /// - Complexity: O(length).
  static func isName(_ text: String) -> Bool {
    isLine(text) && text.utf8.count <= Newspaper.longestName && text != "." && text != ".."
  }

  /// Returns whether a new newspaper can have a name. Readers would take it for the type of events without one.
  static func isNewName(_ text: String) -> Bool { isName(text) && text != "message" }

  /// Returns whether a text is a valid identifier of an item.
  ///
  /// - Complexity: O(length).
  static func isID(_ text: String) -> Bool { isLine(text) && text.utf8.count <= NewsItem.longestID }

  private static func isLine(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
