/// A photo of the album as its clients upload it.
package enum PhotoForm {
  /// The smallest file that the album takes for a picture.
  package static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 13, 10, 45, 45]

  /// The type of the body.
  package static let type = "multipart/form-data; boundary=B"

  /// Returns the body of a request with these fields, those that aren't `nil`.
  package static func body(
    _ caption: String? = "Rex", _ tags: [String] = ["cão"], _ picture: [UInt8]? = picture
  ) -> [UInt8] {
    var body = Array("\r\n--B".utf8)
    func add(_ head: String, _ content: [UInt8]) {
      body += Array("\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + content + Array("\r\n--B".utf8)
    }
    if let caption { add("name=\"photo[caption]\"", Array(caption.utf8)) }
    for (index, tag) in tags.enumerated() { add("name=\"photo[tags][\(index)]\"", Array(tag.utf8)) }
    if let picture { add("name=\"photo[picture]\"; filename=\"a.png\"\r\nContent-Type: image/png", picture) }
    return body + Array("--".utf8)
  }
}
