// C naming conventions apply to the functions in this file.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CColmeia
import ColmeiaBase

// The compiler checks each of these functions against its declaration in `colmeia.h`, which documents it in full.

/// Returns the version of the library's C interface.
@c @implementation public func colmeia_abi() -> UInt32 { UInt32(COLMEIA_ABI) }

/// Sends a message to an app.
@c @implementation public func colmeia_send(
  _ handle: UInt64, _ message: UnsafePointer<CChar>?, _ length: Int
) -> Int32 {
  guard let session = Handles.shared[handle] else { return Answer.noHandle.code }
  guard let message else { return Answer.null.code }
  guard (0...Session.messageLimit).contains(length) else { return Answer.tooLong.code }
  return session.send([UInt8](UnsafeRawBufferPointer(start: message, count: length))).code
}

/// Takes the next message from an app.
@c @implementation public func colmeia_next(
  _ handle: UInt64, _ milliseconds: Int32, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
  message?.pointee = nil
  length?.pointee = 0
  guard let session = Handles.shared[handle] else { return Answer.noHandle.code }
  guard let message else { return Answer.null.code }
  switch session.next(milliseconds) {
  case .failure(let answer): return answer.code
  case .success(let text):
    guard let copied = copy(text) else { return Answer.system.code }
    message.pointee = copied
    length?.pointee = text.utf8.count
    return Answer.ok.code
  }
}

/// Returns a file descriptor that is readable while messages are pending.
@c @implementation public func colmeia_descriptor(_ handle: UInt64) -> Int32 {
  guard let session = Handles.shared[handle] else { return Answer.noHandle.code }
  return session.descriptor() ?? Answer.system.code
}

/// Sets the callback of ``colmeia_pump(_:)``.
@c @implementation public func colmeia_on_message(
  _ handle: UInt64, _ callback: (@convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 {
  guard let session = Handles.shared[handle] else { return Answer.noHandle.code }
  session.listen(callback.map { Listener($0, context, release) })
  if callback == nil { release?(context) }
  return Answer.ok.code
}

/// Passes each pending message to the callback.
@c @implementation public func colmeia_pump(_ handle: UInt64) -> Int32 {
  guard let session = Handles.shared[handle] else { return Answer.noHandle.code }
  return session.pump()
}

/// Ends an app and invalidates its handle.
@c @implementation public func colmeia_destroy(_ handle: UInt64) -> Int32 {
  guard let session = Handles.shared.remove(handle) else { return Answer.noHandle.code }
  session.destroy()
  return Answer.ok.code
}

/// Frees memory that the library returned.
@c @implementation public func colmeia_free(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

/// Returns a description of a return code.
@c @implementation public func colmeia_error_text(_ code: Int32) -> UnsafePointer<CChar>? {
  UnsafeRawPointer(Answer.text(of: code).utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Returns a null-terminated copy of the text, allocated with `malloc`, or `nil` if the system is out of memory.
func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
  var text = text
  return text.withUTF8 { bytes in
    guard let copy = malloc(bytes.count + 1) else { return nil }
    if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
    copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    return copy.assumingMemoryBound(to: CChar.self)
  }
}
