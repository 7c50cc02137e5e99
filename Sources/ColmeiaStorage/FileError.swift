/// Why something could not be done with a file; what it was, with which file, and what to do.
public struct FileError: Error, Sendable, Hashable, Codable {
  /// What was to be done.
  public enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
    /// The calls of the operating system, by their meaning.
    case open, read, write, sync, rename, remove, close, look, makeFolder, lock, list
  }

  /// Why it could not.
  public enum Reason: Sendable, Hashable, Codable {
    /// This user may not.
    case denied
    /// There is no space left, or no more of it for this user.
    case full
    /// The device reported an input or output error.
    case inputOutput
    /// There is no such file or folder.
    case missing
    /// A part of the path is a link, or no folder, or a folder where a file should be.
    case notAFile
    /// It belongs to another user.
    case foreign
    /// Others may read or write it; its permissions.
    case exposed(UInt32)
    /// It has more than so many bytes.
    case tooLarge(Int)
    /// Too many files are open in this process or on this machine.
    case tooManyOpen
    /// The file system is mounted read-only.
    case readOnly
    /// Another reason, with the operating system's number.
    case other(Int32)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case denied, full, inputOutput, missing, notAFile, foreign, exposed, tooLarge, tooManyOpen, readOnly, other
    }
  }

  /// What was to be done.
  public var operation: Operation
  /// With which file or folder.
  public var path: String
  /// Why it could not be done.
  public var reason: Reason

  /// An error.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// What happened, to what, and what to do.
  public var description: String { "'\(path)' cannot be \(verb): \(advice)" }

  private var verb: String {
    switch operation {
    case .open: "opened"
    case .read: "read"
    case .write: "written"
    case .sync: "brought to the disk"
    case .rename: "put in its place"
    case .remove: "removed"
    case .close: "closed"
    case .look: "looked at"
    case .makeFolder: "made"
    case .lock: "locked"
    case .list: "listed"
    }
  }

  private var advice: String {
    switch reason {
    case .denied: "this user has no permission; change the permissions of the file and of its folder"
    case .full: "there is no space left; make some and try again"
    case .inputOutput: "the device failed; check it, and try again"
    case .missing: "it does not exist"
    case .notAFile: "it is a link, or of another kind than it should be; move it away"
    case .foreign: "it belongs to another user; change its owner, or choose another folder"
    case .exposed(let mode):
      "others may read or write it (\(String(mode, radix: 8))); take the permissions of group and others away"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooManyOpen: "too many files are open; close some, or raise the limit"
    case .readOnly: "its file system is read-only; choose another folder"
    case .other(let number): "the system's error \(number)"
    }
  }
}
