import ColmeiaFrontEnds
import ColmeiaWorld

/// An app for hosts written in C, or in any language that can call C.
///
/// The library of an app exports one function, which creates the app. The other functions of `colmeia.h` are exported
/// by this module:
///
/// ```swift
/// @c(countdown_create) public func create(
///   _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
/// ) -> UInt64 {
///   CInterface.create(TimerApp(), options, length, error)
/// }
/// ```
public enum CInterface {
  /// Starts an app.
  ///
  /// - Parameters:
  ///   - app: The app. Each call starts a new instance of it.
  ///   - options: A JSON object with the options that `colmeia.h` describes, or `nil` for the defaults.
  ///   - length: The number of bytes in `options`.
  ///   - error: The location for a description of a failure. The caller frees it with `colmeia_free`.
  /// - Returns: A handle, or 0 on failure.
  public static func create<App: RunnableApp>(
    _ app: App, _ options: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> UInt64 {
    error?.pointee = nil
    do throws(CreateError) {
      let options = try CreateOptions(bytes(options, length), languages: app.languages)
      if let problem = ServeProtocol.problem(with: options.claims, of: app) {
        throw CreateError(text: "options: \(problem)")
      }
      return try Handles.shared.add { Session(app, options) }
    } catch let failure {
      error?.pointee = copy(failure.text)
      return 0
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>?, _ length: Int) throws(CreateError) -> [UInt8]? {
    guard let text else { return nil }
    guard (0...Session.messageLimit).contains(length) else {
      throw CreateError(text: "the options are longer than \(Session.messageLimit) bytes")
    }
    return [UInt8](UnsafeRawBufferPointer(start: text, count: length))
  }
}

/// The reason why an app could not be created.
struct CreateError: Error, Equatable {
  var text: String
}
