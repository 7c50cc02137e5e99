/// Pictures to try things with.
public enum SamplePicture {
  /// A dog of this breed as a PNG file; `nil` for an unknown breed.
  public static func png(_ breed: String) -> [UInt8]? {
    DogBreed(rawValue: breed).map { DogPicture(breed: $0, number: 1).png }
  }
}
