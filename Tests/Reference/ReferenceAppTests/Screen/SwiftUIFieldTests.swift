import Foundation
import Testing

@testable import ReferenceApp

/// Checks that the SwiftUI example has all fields of the forms that it draws field by field.
@Suite struct SwiftUIFieldTests {
  private static let fields: [(view: String, fields: [String])] = [
    ("AlbumView", Album.Field.allCases.map(\.rawValue)), ("MemberFormView", MemberForm.Field.allCases.map(\.rawValue)),
    ("NewsView", News.Field.allCases.map(\.rawValue)), ("ProfileView", ProfileForm.Field.allCases.map(\.rawValue)),
  ]

  @Test(arguments: fields) func `A view of the SwiftUI example has each field`(view: String, fields: [String]) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../../Examples/SwiftUI/App/\(view).swift")
    let code = try String(contentsOf: file.standardized, encoding: .utf8)
    #expect(fields.filter { !code.contains(".typed(.\($0),") && !code.contains(", .\($0))") } == [])
  }
}
