import ColmeiaJSON
import ColmeiaRunner

/// An app for hosts in C, and in whatever calls C.
///
/// A library of one's own exports one function, which says which app it is; the rest of `colmeia.h` comes along:
///
/// ```swift
/// @c(timer_create) public func create(
///   _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
/// ) -> UInt64 {
///   CInterface.create(TimerApp(), options, length, error)
/// }
/// ```
public enum CInterface {
  /// Starts the app.
  ///
  /// - Parameters:
  ///   - app: The app, of which each call starts an instance of its own.
  ///   - options: A JSON object, which `colmeia.h` describes; `nil` for none.
  ///   - length: Its bytes.
  ///   - error: Where a text is put that says why there is no handle; the caller frees it with `colmeia_free`.
  /// - Returns: the handle; 0 when there is none.
  public static func create<App: RunnableApp>(
    _ app: App, _ options: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> UInt64 {
    error?.pointee = nil
    do throws(CreateError) {
      let options = try CreateOptions(bytes(options, length), languages: app.languages)
      return try Handles.shared.add { Session(app, options) }
    } catch let failure {
      error?.pointee = copy(failure.text)
      return 0
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>?, _ length: Int) throws(CreateError) -> [UInt8]? {
    guard let text else { return nil }
    guard (0...Session.messageLimit).contains(length) else {
      throw CreateError(text: "options have at most \(Session.messageLimit) bytes")
    }
    return [UInt8](UnsafeRawBufferPointer(start: text, count: length))
  }
}

/// Why there is no handle.
struct CreateError: Error, Equatable {
  var text: String
}
