/// The files of the web page in this folder, embedded in the program.
public enum ReferencePage {
  /// The bytes of `index.html`, which contains placeholders such as `{{name}}`.
  public static var html: [UInt8] { PackageResources.index_html }

  /// The other files: path, content type and bytes.
  public static var files: [(path: String, type: String, bytes: [UInt8])] {
    [
      ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
      ("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
      ("/page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
      ("/talk.js", "text/javascript; charset=utf-8", PackageResources.talk_js),
    ]
  }
}
