/// An error of a file operation: the operation, the file, and the reason.
public struct FileError: Error, Sendable, Hashable, Codable {
  /// The operation that failed.
  public enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
    /// The operations, named after the purpose of the system call.
    case open, read, write, sync, rename, remove, close, look, makeFolder, lock, list
  }

  /// The reason why the operation failed.
  public enum Reason: Sendable, Hashable, Codable {
    /// This user doesn't have permission.
    case denied
    /// The device is full, or this user's quota is exceeded.
    case full
    /// The device reported an input or output error.
    case inputOutput
    /// There is no such file or folder.
    case missing
    /// Part of the path is a symbolic link or not a folder, or the path is a folder instead of a file.
    case notAFile
    /// The file belongs to another user.
    case foreign
    /// Other users can read or write the file. The value is its permissions.
    case exposed(UInt32)
    /// The file has more than this number of bytes.
    case tooLarge(Int)
    /// Too many files are open in this process or on this machine.
    case tooManyOpen
    /// The file system is mounted read-only.
    case readOnly
    /// Another process or another part of this one has locked the file.
    case busy
    /// Another reason, with the operating system's error number.
    case other(Int32)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case denied, full, inputOutput, missing, notAFile, foreign, exposed, tooLarge, tooManyOpen, readOnly, busy, other
    }
  }

  /// The operation that failed.
  public var operation: Operation
  /// The path of the file or folder.
  public var path: String
  /// The reason why the operation failed.
  public var reason: Reason

  /// Creates an error for an operation that failed on a path.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String { "'\(path)' cannot be \(verb): \(advice)" }

  private var verb: String {
    switch operation {
    case .open: "opened"
    case .read: "read"
    case .write: "written"
    case .sync: "synced"
    case .rename: "renamed"
    case .remove: "removed"
    case .close: "closed"
    case .look: "examined"
    case .makeFolder: "created"
    case .lock: "locked"
    case .list: "listed"
    }
  }

  private var advice: String {
    switch reason {
    case .denied: "this user has no permission; change the permissions of the file and of its folder"
    case .full: "there is no space left; free some and try again"
    case .inputOutput: "the device failed; check it, and try again"
    case .missing: "it does not exist"
    case .notAFile: "it is a link or has the wrong type; move it away"
    case .foreign: "it belongs to another user; change its owner, or choose another folder"
    case .exposed(let mode):
      "others may read or write it (\(String(mode, radix: 8))); remove the permissions of group and others"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooManyOpen: "too many files are open; close some, or raise the limit"
    case .busy: "something else is using it; try again later"
    case .readOnly: "its file system is read-only; choose another folder"
    case .other(let number): "the system's error \(number)"
    }
  }
}
