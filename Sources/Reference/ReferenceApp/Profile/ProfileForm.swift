/// The form for editing the user's own profile, and the progress of saving it.
public struct ProfileForm: Sendable, Equatable, Codable {
  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the profile's form.
    case name, about

    var title: FieldTitle { self == .name ? .name : .about }
    /// The maximum length, in bytes of UTF-8.
    var limit: Int { self == .name ? Member.longestName : Member.longestAbout }
  }

  /// The progress of a new photo.
  public enum PhotoStep: Sendable, Equatable, Codable {
    /// No operation is in progress.
    case idle
    /// The photo is being uploaded to the object store.
    case uploading
    /// The photo is in the object store under this key, but the profile doesn't refer to it yet.
    case uploaded(key: String)
    /// The profile is being updated to refer to the photo.
    case linking(key: String)

    enum CodingKeys: String, CodingKey, CaseIterable { case idle, uploading, uploaded, linking }
  }

  /// The typed name and self-description.
  public var name: String, about: String
  /// The file of the new photo, or `nil` to keep the current one.
  public var photo: String?
  /// Whether the name and the self-description are being saved.
  public var isSavingText: Bool
  /// The progress of the new photo.
  public var photoStep: PhotoStep
  /// The progress of the upload in whole percents, or `nil` before it has begun.
  public var uploadPercent: Int?
  /// The first failure of the last save.
  public var failure: ProfileFailure?

  /// Creates a form with the content of `info`.
  public init(_ info: Member) {
    name = info.name
    about = info.about
    isSavingText = false
    photoStep = .idle
  }

  /// Whether something is being saved.
  public var isSaving: Bool {
    switch photoStep {
    case .uploading, .linking: true
    case .idle, .uploaded: isSavingText
    }
  }

  /// Whether the form can be closed: nothing is being saved, or only a photo is being uploaded.
  public var canDiscard: Bool { !isSaving || photoStep == .uploading && !isSavingText }

  /// Why the texts can't be saved, or `nil` if they can.
  var mistake: ProfileFailure? {
    if name.trimmed.isEmpty { return .nameMissing }
    if name.trimmed.utf8.count > Member.longestName { return .tooLong(.name) }
    return about.utf8.count > Member.longestAbout ? .tooLong(.about) : nil
  }

  /// Returns whether the save button is enabled: the texts are valid, and there is something to save.
  public func canSave(over info: Member?) -> Bool {
    guard let info, !isSaving, mistake == nil else { return false }
    return name.trimmed != info.name.trimmed || about != info.about || photo != nil || photoStep != .idle
  }
}

/// Why a profile couldn't be saved, or its photo is missing.
public enum ProfileFailure: Error, Sendable, Hashable, Codable {
  /// The request to the API failed.
  case api(EventbeeFailure)
  /// The request to the object store failed.
  case photo(PhotoFailure)
  /// The name is missing.
  case nameMissing
  /// A text exceeds the server's limit.
  case tooLong(ProfileForm.Field)

  enum CodingKeys: String, CodingKey, CaseIterable { case api, photo, nameMissing, tooLong }
}

/// Why a photo couldn't be uploaded or downloaded.
public enum PhotoFailure: Error, Sendable, Hashable, Codable {
  /// The file can't be read.
  case unreadable
  /// The file is not a JPEG or PNG image, or the object is empty.
  case notAnImage
  /// The photo exceeds this size in bytes.
  case tooLarge(limit: Int)
  /// The object store rejected the request with this error code.
  case refused(String)
  /// There was no response.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case unreadable, notAnImage, tooLarge, refused, request }
}
