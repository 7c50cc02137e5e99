import ColmeiaJSON
import Foundation

/// A document of 1 MB into structs and back, beside Foundation's coders in the same run.
func jsonCoding() -> [Row] {
  let people = (0..<3_300).map(JSONPerson.init(number:))
  guard let document = try? JSON.encode(people) else { return [] }
  let data = Data(document)
  let size = "\(document.count / 1_000) kB of JSON"
  return [
    Row("jd", "\(size) into structs", target: nil) {
      { n in for _ in 0..<n { keep((try? JSON.decode([JSONPerson].self, from: document))?.count) } }
    },
    Row("jdF", "baseline: the same with JSONDecoder") {
      { n in for _ in 0..<n { keep((try? JSONDecoder().decode([JSONPerson].self, from: data))?.count) } }
    },
    Row("je", "\(size) from structs", target: nil) {
      { n in for _ in 0..<n { keep((try? JSON.encode(people))?.count) } }
    },
    Row("jeF", "baseline: the same with JSONEncoder") {
      { n in for _ in 0..<n { keep((try? JSONEncoder().encode(people))?.count) } }
    },
    Row("jp", "\(size) into a tree") {
      { n in for _ in 0..<n { keep(try? JSON(parsing: document)) } }
    },
  ]
}

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
