import ColmeiaApp
import Foundation
import SwiftUI

/// The app's texts in one language. All of them are in `ColmeiaApp`.
struct Words: Equatable, Sendable {
  var language = Language.english

  func callAsFunction(_ phrase: Phrase) -> String { phrase.text(language) }
}

extension EnvironmentValues {
  /// The texts in the user's language.
  var words: Words { Words(language: locale.language.languageCode == .portuguese ? .portuguese : .english) }

  /// Where members' photos come from.
  var photos: PhotoService? {
    get { self[PhotosKey.self] }
    set { self[PhotosKey.self] = newValue }
  }
}

private struct PhotosKey: EnvironmentKey {
  static let defaultValue: PhotoService? = nil
}

/// What has to be said, if anything has.
struct Message: View {
  let phrase: Phrase?
  @Environment(\.words) private var words

  init(_ phrase: Phrase?) { self.phrase = phrase }

  var body: some View {
    if let phrase { Text(words(phrase)).font(.callout).foregroundStyle(.secondary) }
  }
}

/// A picture of the web.
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

/// How far something is; without a number while nobody knows.
struct Percent: View {
  let percent: Int?

  var body: some View {
    if let percent { ProgressView(value: Double(percent), total: 100) } else { ProgressView() }
  }
}
