/// Escaping of text in XML and HTML documents.
package enum XMLText {
  /// The characters with a predefined reference, and its name (XML 1.0 §4.6). `&` is the last one.
  package static let names: KeyValuePairs<String, String> = [
    "<": "lt", ">": "gt", "\"": "quot", "'": "apos", "&": "amp",
  ]

  /// Returns the text with special characters replaced by XML references. Characters that XML does not allow become
  /// U+FFFD.
  ///
  /// - Parameters:
  ///   - text: The text to escape.
  ///   - isAttribute: Whether the text is the value of an attribute, where a parser would convert line breaks and tabs
  ///     to spaces.
  /// - Complexity: O(length).
  package static func escape(_ text: String, isAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\r": result += "&#13;"
      case "\t", "\n", "\u{20}"..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
