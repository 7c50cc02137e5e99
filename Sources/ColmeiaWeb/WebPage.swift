import ColmeiaHTTP

/// A page for browsers: its files, and what is put into them.
package struct WebPage: Sendable {
  /// A file.
  package struct File: Sendable {
    var type: String
    var bytes: [UInt8]

    /// - Parameter type: what it is, such as `text/css`.
    package init(_ type: String, _ bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }
  }

  /// The HTML, in which `{{name}}` stands for a text.
  let html: String
  /// The other files by their paths, such as `/page.css`.
  let files: [String: File]
  /// The first parts of the paths that are places of the app.
  let places: Set<String>
  /// In which it can be shown, its own first.
  let languages: [String]
  /// In which it is shown to whoever has not chosen; `nil` for what the browser says.
  let language: String?
  private let texts: @Sendable (String) -> [String: String]

  /// A page.
  ///
  /// - Parameters:
  ///   - html: in it `{{name}}` stands for a text, and `{{language}}` for the language.
  ///   - places: the first parts of the paths that are places of the app: for those comes the page, too.
  ///   - languages: in which it can be shown, its own first; at least one.
  ///   - language: in which it is shown to whoever has not chosen; by default what the browser says.
  ///   - texts: the texts by their names, in one of the languages.
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

  /// Whether the page comes at this path.
  func isPlace(_ path: String) -> Bool {
    path == "/" || path.split(separator: "/").first.map { places.contains(String($0)) } == true
  }

  /// The one of its languages that is meant, such as by `en-US`; `nil` for none.
  func language(_ wanted: String) -> String? {
    func subtag(_ language: String) -> Substring { language.lowercased().prefix { $0 != "-" } }
    return languages.first { subtag($0) == subtag(wanted) }
  }

  /// The language for who has chosen and speaks these, the dearest first.
  func language(chosen: [String], spoken: [String]) -> String {
    (chosen + [language].compactMap(\.self) + spoken).lazy.compactMap(language).first ?? languages.first ?? "en"
  }

  /// The HTML in a language.
  ///
  /// - Complexity: O(length of the HTML × texts).
  func html(in language: String) -> [UInt8] {
    var html = html
    let values = texts(language).merging(["language": language]) { text, _ in text }
    for (name, text) in values { html = html.replacing("{{\(name)}}", with: XMLText.escape(text, isAttribute: true)) }
    return Array(html.utf8)
  }
}
