import ColmeiaHTTP

/// The page that is served to browsers: its HTML, its files and its texts.
package struct WebPage: Sendable {
  /// A file of the page.
  package struct File: Sendable {
    var type: String
    var bytes: [UInt8]

    /// - Parameter type: The media type of the file, such as `text/css`.
    package init(_ type: String, _ bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }
  }

  /// The HTML template, in which `{{name}}` is a placeholder for a text.
  let html: String
  /// The other files, by path, such as `/page.css`.
  let files: [String: File]
  /// The first path components that belong to places of the app.
  let places: Set<String>
  /// The supported languages, the default first.
  let languages: [String]
  /// The language for users who have not chosen one, or `nil` to use the browser's preferences.
  let language: String?
  private let texts: @Sendable (String) -> [String: String]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - html: The HTML template. `{{name}}` is a placeholder for a text, and `{{language}}` for the language.
  ///   - files: The other files, by path.
  ///   - places: The first path components that belong to places of the app. Their paths show the page, too.
  ///   - languages: The supported languages, the default first. At least one is required.
  ///   - language: The language for users who have not chosen one, or `nil` to use the browser's preferences.
  ///   - texts: Returns the texts by name, in one of the languages.
  package init(
    html: [UInt8], files: [String: File], places: Set<String>, languages: [String],
    language: String? = nil, texts: @escaping @Sendable (String) -> [String: String]
  ) {
    self.html = String(decoding: html, as: UTF8.self)
    self.files = files
    self.places = places
    self.languages = languages
    self.language = language
    self.texts = texts
  }

  /// Whether this path shows the page.
  func isPlace(_ path: String) -> Bool {
    path == "/" || path.split(separator: "/").first.map { places.contains(String($0)) } == true
  }

  /// Returns the supported language that matches a language tag such as `en-US`, or `nil` if there is none.
  func language(_ wanted: String) -> String? {
    func subtag(_ language: String) -> Substring { language.lowercased().prefix { $0 != "-" } }
    return languages.first { subtag($0) == subtag(wanted) }
  }

  /// Returns the language for a user's choices and the browser's languages, in order of preference.
  func language(chosen: [String], spoken: [String]) -> String {
    (chosen + [language].compactMap(\.self) + spoken).lazy.compactMap(language).first ?? languages.first ?? "en"
  }

  /// Returns the HTML in a language.
  ///
  /// - Complexity: O(length of the HTML × texts).
  func html(in language: String) -> [UInt8] {
    var html = html
    let values = texts(language).merging(["language": language]) { text, _ in text }
    for (name, text) in values { html = html.replacing("{{\(name)}}", with: XMLText.escape(text, isAttribute: true)) }
    return Array(html.utf8)
  }
}
