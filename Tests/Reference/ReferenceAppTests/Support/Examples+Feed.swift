import Testing

@testable import ReferenceApp

extension Example {
  /// Returns images of `breed`, named `n0_1`, `n0_2` and so on.
  static func images(_ breed: Breed, _ count: Int = 2) throws -> [ImageURL] {
    try (1...count).map {
      try #require(ImageURL(rawValue: "https://images.dog.ceo/breeds/\(breed.rawValue)/n0_\($0).jpg"))
    }
  }
}
