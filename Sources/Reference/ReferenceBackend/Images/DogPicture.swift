import ReferenceEntities

/// A drawing of a dog's head. The breed determines the ears and the coat. The number determines the background, the
/// direction of the eyes, and whether the tongue is visible.
struct DogPicture {
  /// The width and height in pixels.
  static let size = 96

  var breed: Breed
  /// The number of the picture, from 1 to ``Self/count``.
  var number: Int

  /// The number of pictures of each breed.
  static var count: Int { backgrounds.count }

  /// The drawing as a PNG file.
  var png: [UInt8] {
    var pixels = [UInt8](repeating: Paint.background.rawValue, count: Self.size * Self.size)
    for shape in shapes { shape.draw(on: &pixels, size: Self.size) }
    return PNG.encode(size: Self.size, palette: palette, pixels: pixels)
  }

  /// The indices of the palette.
  enum Paint: UInt8 { case background, coat, ears, muzzle, dark, light, tongue }

  /// The shapes, from back to front.
  private var shapes: [Ellipse] {
    let glance = number % 3 - 1
    var shapes = ears + [Ellipse(48, 50, 28, 32, .coat), Ellipse(48, 66, 17, 15, .muzzle)]
    for x in [37, 59] {
      shapes += [Ellipse(x, 42, 5, 6, .light), Ellipse(x + 2 * glance, 43, 3, 4, .dark)]
    }
    if number % 2 == 0 { shapes.append(Ellipse(48, 79, 5, 8, .tongue)) }
    return shapes + [Ellipse(48, 60, 7, 5, .dark), Ellipse(46, 58, 2, 1, .light), Ellipse(48, 70, 8, 2, .dark)]
  }

  private var ears: [Ellipse] {
    switch breed {
    case .husky: [Ellipse(28, 20, 8, 18, .ears), Ellipse(68, 20, 8, 18, .ears)]
    case .hound: [Ellipse(18, 56, 9, 30, .ears), Ellipse(78, 56, 9, 30, .ears)]
    case .pug: [Ellipse(25, 28, 12, 9, .ears), Ellipse(71, 28, 12, 9, .ears)]
    case .labrador: [Ellipse(21, 42, 10, 20, .ears), Ellipse(75, 42, 10, 20, .ears)]
    }
  }

  /// The colors in the order of ``Paint``.
  private var palette: [PNG.Color] {
    let (coat, ears, muzzle): (PNG.Color, PNG.Color, PNG.Color) =
      switch breed {
      case .husky: (0x8A94A0, 0x4B5560, 0xF4F6F8)
      case .hound: (0xB5763A, 0x5C3A1E, 0xF2E3CF)
      case .pug: (0xD9B98C, 0x2E2A28, 0x4A403A)
      case .labrador: (0xE3C078, 0xC49A4F, 0xF3DFB0)
      }
    return [Self.backgrounds[number - 1], coat, ears, muzzle, 0x1B1B1E, 0xFFFFFF, 0xE2727F]
  }

  private static let backgrounds: [PNG.Color] = [
    0xFFD166, 0x8ECAE6, 0xB7E4C7, 0xF4ACB7, 0xCDB4DB, 0xFFB703, 0x90BE6D, 0xA8DADC, 0xE9C46A, 0xF28482, 0xBDE0FE,
    0xD8E2DC,
  ]
}
