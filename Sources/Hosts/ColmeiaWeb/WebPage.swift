import ColmeiaFrontEnds

/// The page that is served to browsers: its files and its texts.
package struct WebPage: Sendable {
  /// The files of the default page.
  static let defaultFiles = [
    "icon.svg": PackageResources.icon_svg, "index.html": PackageResources.index_html,
    "page.css": PackageResources.page_css, "page.js": PackageResources.page_js,
    "session.js": PackageResources.session_js,
  ]

  /// The texts of the default page for an app that doesn't provide them, in English.
  static let defaultTexts = [
    "addressExpired": "The server was restarted. Open the new address shown in the terminal.",
    "connecting": "Connecting…",
    "connectionLost": "No connection to the server. Reconnecting…", "loading": "Loading…",
    "needsScript": "This page needs JavaScript.", "sections": "Sections", "skipToContent": "Skip to content",
    "unsendable": "This text can't be sent: it is too long, or has half a character.",
    "undrawn": "This picture can't be shown:",
    "uploadFailed": "The file could not be sent.",
  ]

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json", "png": "image/png",
    "svg": "image/svg+xml", "webp": "image/webp",
  ]

  /// The HTML template, in which `{{name}}` is a placeholder for a text.
  private let html: String
  /// The other files, by name.
  private let files: [String: [UInt8]]
  /// The supported languages, the default first.
  let languages: [String]
  /// The language for users who have not chosen one, or `nil` to use the browser's preferences.
  private let language: String?
  private let texts: @Sendable (String) -> [String: String]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - files: Files by name. They replace those of the default page, or are added to them. In `index.html`,
  ///     `{{name}}` is a placeholder for a text, `{{language}}` for the language, and `{{languages}}` for all of them.
  ///   - languages: The supported languages, the default first.
  ///   - language: The language for users who have not chosen one, or `nil` to use the browser's preferences.
  ///   - texts: Returns the texts by name, in one of the languages.
  package init(
    files: [String: [UInt8]] = [:], languages: [String], language: String? = nil,
    texts: @escaping @Sendable (String) -> [String: String]
  ) {
    var files = Self.defaultFiles.merging(files) { $1 }
    html = String(decoding: files.removeValue(forKey: "index.html") ?? [], as: UTF8.self)
    self.files = files
    self.languages = languages
    self.language = language
    self.texts = texts
  }

  /// Returns the type and the bytes of the file at a path such as `/page.css`, or `nil` if there is none.
  func file(at path: String) -> (type: String, bytes: [UInt8])? {
    let name = String(path.dropFirst())
    guard let bytes = files[name] else { return nil }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return (Self.types[ending] ?? "application/octet-stream", bytes)
  }

  /// Returns the supported language that matches a language tag such as `en-US`, or `nil` if there is none.
  func language(_ wanted: String) -> String? { ServeProtocol.language(wanted, among: languages) }

  /// Returns the language for a user's choices and the browser's languages, in order of preference.
  func language(chosen: [String], spoken: [String]) -> String {
    (chosen + [language].compactMap(\.self) + spoken).lazy.compactMap(language).first ?? languages.first ?? "en"
  }

  /// Returns the HTML in a language.
  ///
  /// - Complexity: O(length of the HTML × texts).
  func html(in language: String) -> [UInt8] {
    var html = html
    let values = texts(language).merging(["language": language, "languages": languages.joined(separator: " ")]) { $1 }
      .merging(Self.defaultTexts) { text, _ in text }
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      html = html.replacing("{{\(name)}}", with: XMLText.escape(text, isAttribute: true))
    }
    return Array(html.utf8)
  }
}
