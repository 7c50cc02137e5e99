/// A member, as everybody may see her.
public struct ProfileInfo: Sendable, Equatable, Codable, Identifiable {
  /// The number that the server has given the member.
  public let id: Int
  /// The name, as other people see it.
  public var name: String
  /// What she says about herself.
  public var about = ""
  /// Where her photo is in the object store; `nil` without one.
  public var photo: String?
}

/// What the user changes in her own profile, and how far saving it is.
public struct ProfileForm: Sendable, Equatable, Codable {
  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the profile's form.
    case name, about
  }

  /// How far the new photo is.
  public enum PhotoStep: Sendable, Equatable, Codable {
    /// Nothing is going on.
    case idle
    /// It is on its way to the object store.
    case uploading
    /// It is there under this key; the profile does not say so yet.
    case uploaded(key: String)
    /// The profile is being changed to refer to it.
    case linking(key: String)

    enum CodingKeys: String, CodingKey, CaseIterable { case idle, uploading, uploaded, linking }
  }

  /// The texts of the fields.
  public var name: String, about: String
  /// The file of the new photo; `nil` to keep the one that is there.
  public var photo: String?
  /// Whether name and what is about her are being saved.
  public var isSavingText: Bool
  /// How far the new photo is.
  public var photoStep: PhotoStep
  /// How much of it has gone to the object store, in whole percents; `nil` while nothing has.
  public var uploadPercent: Int?
  /// Why something was not saved the last time, the first reason.
  public var failure: ProfileFailure?

  /// A form that says what `info` says.
  public init(_ info: ProfileInfo) {
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

  /// Whether the button is enabled: there is a name, and something to save.
  public func canSave(over info: ProfileInfo?) -> Bool {
    guard let info, !isSaving, !name.trimmed.isEmpty else { return false }
    return name != info.name || about != info.about || photo != nil || photoStep != .idle
  }
}

/// Why a profile was not saved, or its photo is not there.
public enum ProfileFailure: Error, Sendable, Hashable, Codable {
  /// The API has refused, or has not answered.
  case api(EventbeeFailure)
  /// The object store has refused, or has not answered.
  case photo(PhotoFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case api, photo }
}

/// Why a photo could not be put or got.
public enum PhotoFailure: Error, Sendable, Hashable, Codable {
  /// The file cannot be read.
  case unreadable
  /// The file, or the object, is no image.
  case notAnImage
  /// It has more than so many bytes.
  case tooLarge(limit: Int)
  /// The object store refuses, with this code.
  case refused(String)
  /// There was no answer.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case unreadable, notAnImage, tooLarge, refused, request }
}
