/// Text in a document of XML or HTML.
package enum XMLText {
  /// The text with references where XML needs them. Characters that it does not allow become U+FFFD.
  ///
  /// - Parameter isAttribute: whether it is the value of an attribute, in which a reader would make spaces of line ends and
  ///   tabs.
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
