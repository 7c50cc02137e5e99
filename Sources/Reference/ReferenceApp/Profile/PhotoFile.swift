import ColmeiaTransport
import Foundation

/// A photo that the user has chosen.
public enum PhotoFile: Sendable {
  /// A file of this device, by its path. It's read while it's sent, so only a piece of it is in memory.
  case path(String)
  /// The bytes of a file of another device, such as one that a browser has uploaded.
  case bytes([UInt8])

  /// A photo whose size and type the servers accept.
  struct Checked {
    let type: ImageType
    /// The photo as a part of a form.
    let value: FormValue
    /// The photo as the body of a request.
    let body: UploadBody
  }

  /// Returns the photo if it's a JPEG or PNG image of at most `limit` bytes. Only its first bytes are read.
  func checked(limit: Int) async -> Result<Checked, PhotoFailure> {
    await SystemFileSystem().blocking {
      do throws(UploadError) {
        let (value, body) = try content()
        if body.length > limit { return .failure(.tooLarge(limit: limit)) }
        var reader = body.reader()
        guard let type = ImageType(of: try reader.read(16)), type.isPhoto else { return .failure(.notAnImage) }
        return .success(Checked(type: type, value: value, body: body))
      } catch { return .failure(.unreadable) }
    }
  }

  private func content() throws(UploadError) -> (FormValue, UploadBody) {
    switch self {
    case .bytes(let bytes): return (.bytes(bytes), UploadBody(bytes))
    case .path(var path):
      // Uploads don't follow symbolic links.
      if let real = realpath(path, nil) {
        path = String(cString: real)
        free(real)
      }
      let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
      let (folder, name) = (String(path[..<start]), String(path[start...]))
      // The server doesn't need to know the file's name.
      return (
        .file(FormFile(folder: folder, name: name, fileName: nil)), try UploadBody(file: name, in: folder)
      )
    }
  }
}
