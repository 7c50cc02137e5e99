import Foundation
import ReferenceApp
import SwiftUI

/// The app's texts in one language. The catalogue is in `ReferenceApp`.
struct Words: Equatable, Sendable {
  var language = Language.english

  func callAsFunction(_ phrase: Phrase) -> String { phrase.text(language) }
}

extension EnvironmentValues {
  /// The texts in the language that the user has chosen for the app in Settings.
  var words: Words { Words(language: locale.language.languageCode == .portuguese ? .portuguese : .english) }

  /// The service that loads members' photos.
  var photos: PhotoService? {
    get { self[PhotosKey.self] }
    set { self[PhotosKey.self] = newValue }
  }
}

private struct PhotosKey: EnvironmentKey {
  static let defaultValue: PhotoService? = nil
}

/// A message, or nothing.
struct Message: View {
  let phrase: Phrase?
  @Environment(\.words) private var words

  init(_ phrase: Phrase?) { self.phrase = phrase }

  var body: some View {
    if let phrase { Text(words(phrase)).font(.callout).foregroundStyle(.secondary) }
  }
}

/// A picture from a URL.
struct RemoteImage: View {
  let address: ImageURL?

  init(_ address: ImageURL?) { self.address = address }

  var body: some View {
    AsyncImage(url: address.flatMap { URL(string: $0.rawValue) }) { image in
      image.resizable().scaledToFit()
    } placeholder: {
      Color.secondary.opacity(0.15)
    }
  }
}

/// A progress view, which is indeterminate if the percentage isn't known.
struct Percent: View {
  let percent: Int?

  var body: some View {
    if let percent { ProgressView(value: Double(percent), total: 100) } else { ProgressView() }
  }
}
