import ReferenceEntities

/// Sample pictures.
public enum SamplePicture {
  /// Returns a dog of this breed as a PNG file, or `nil` if the breed is unknown.
  public static func png(_ breed: String) -> [UInt8]? {
    Breed(rawValue: breed).map { DogPicture(breed: $0, number: 1).png }
  }
}
