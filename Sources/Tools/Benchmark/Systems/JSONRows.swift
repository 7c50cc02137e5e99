import ColmeiaJSON
import Foundation

/// Rows for decoding and encoding a document of 1 MB, compared with Foundation's coders in the same run. The times are those
/// of one byte: 6.67 ns are 150 MB/s.
func jsonCoding() -> [Row] {
  let size = document.count
  return [
    Row("jd", "1 MB of JSON into structs, each byte", per: size) {
      let document = document
      return { n in for _ in 0..<n { keep((try? JSON.decode([JSONPerson].self, from: document))?.count) } }
    },
    Row("jdF", "baseline: the same with JSONDecoder", per: size) {
      let data = Data(document)
      return { n in for _ in 0..<n { keep((try? JSONDecoder().decode([JSONPerson].self, from: data))?.count) } }
    },
    Row("je", "1 MB of JSON from structs, each byte", per: size) {
      let people = people()
      return { n in for _ in 0..<n { keep((try? JSON.encode(people))?.count) } }
    },
    Row("jeF", "baseline: the same with JSONEncoder", per: size) {
      let people = people()
      return { n in for _ in 0..<n { keep((try? JSONEncoder().encode(people))?.count) } }
    },
    Row("jp", "1 MB of JSON into a tree, each byte", per: size) {
      let document = document
      return { n in for _ in 0..<n { keep(try? JSON(parsing: document)) } }
    },
    Row("jt", "1 MB of JSON from a tree, each byte", per: size) {
      let tree = try? JSON(parsing: document)
      return { n in for _ in 0..<n { keep(tree?.bytes().count) } }
    },
  ]
}

private func people() -> [JSONPerson] { (0..<3_300).map(JSONPerson.init(number:)) }

let document: [UInt8] = (try? JSON.encode(people())) ?? []

struct JSONPerson: Codable, Sendable {
  struct Place: Codable, Sendable { var city: String, latitude: Double, longitude: Double }

  var id: Int
  var name: String
  var email: String?
  var about: String
  var isOrganizer: Bool
  var score: Double
  var tags: [String]
  var place: Place
  var events: [Int]

  init(number: Int) {
    id = number
    name = "Pessoa \(number)"
    email = number % 3 == 0 ? nil : "pessoa\(number)@example.org"
    about = "Gosta de \"eventos\" e de cães;\nmora em São Paulo desde \(1_990 + number % 30) e participa de tudo."
    isOrganizer = number % 7 == 0
    score = Double(number) * 0.37
    tags = ["swift", "linux", "número \(number % 10)"]
    place = Place(city: "Cidade \(number % 100)", latitude: -23.55052 + Double(number) / 1e4, longitude: -46.633308)
    events = Array(number..<number + 8)
  }
}
