/// The files of the page beside this one, as they are in the program.
public enum ReferencePage {
  /// `index.html`, in which `{{name}}` stands for a text.
  public static var html: [UInt8] { PackageResources.index_html }

  /// The other files: path, type, bytes.
  public static var files: [(path: String, type: String, bytes: [UInt8])] {
    [
      ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
      ("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
      ("/page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
      ("/talk.js", "text/javascript; charset=utf-8", PackageResources.talk_js),
    ]
  }
}
