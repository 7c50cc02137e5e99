import Foundation
import Testing

@testable import ColmeiaDebugging

@Suite struct DescribeTests {
  private struct Page {
    var title: String
    var tags: [String]
  }
  private struct Key: Hashable { var rawValue: Int }
  private struct Box<Value> {
    var value: Value
    var extra: Int
  }
  private enum Phase { case idle, loaded(Page), failed(code: Int, body: String?), pair(Page, Int) }
  private enum Spoken: CustomStringConvertible {
    case off, on
    var description: String { "the same" }
  }
  private class Base { var first = 1 }
  private final class Node: Base {
    var next: Base?
    var other: Int = 2
  }

  private func expect(_ value: Any, _ text: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(StateDiff.describe(value) == text, sourceLocation: location)
  }

  @Test func `a struct has one field per line, and list elements have their index`() {
    expect(
      Page(title: "Husky", tags: ["a", "b"]),
      """
      DescribeTests.Page(
        title: "Husky"
        tags: [
          [0]: "a"
          [1]: "b"
        ]
      )
      """)
  }

  @Test func `a struct with one plain field fits on a line`() {
    expect(Key(rawValue: 7), "DescribeTests.Key(rawValue: 7)")
  }

  @Test func `generic types are printed without module prefixes`() {
    expect(
      Box<Key?>(value: nil, extra: 1),
      "DescribeTests.Box<Optional<DescribeTests.Key>>(\n  value: nil\n  extra: 1\n)")
    expect([Int: Page].self, "Dictionary<Int, DescribeTests.Page>.self")
  }

  @Test func `a local type has no address in its name`() {
    struct Local { var a = 1 }
    expect(Local(), "DescribeTests.Local(a: 1)")
  }

  @Test(arguments: [
    ("Swift.Int", "Int"),
    ("A.(unknown context at $5f).Row<Swift.Array<A.Feed.State>>", "Row<Array<Feed.State>>"),
    ("A.Row<Swift.Int>.Cell.Id", "Row<Int>.Cell.Id"),
    ("(A.B.C, Swift.Int) -> ()", "(B.C, Int) -> ()"),
    ("(extension in A):Swift.Array<Swift.Int>.Row", "Array<Int>.Row"),
    ("(a: A.B, b: Swift.Int)", "(a: B, b: Int)"),
  ]) func `module prefixes and contexts are left out`(full: String, short: String) {
    #expect(TypeName.withoutModules(full) == short)
  }

  @Test func `enum cases begin with a dot, and a single payload shares their parentheses`() {
    expect(Phase.idle, ".idle")
    expect(Phase.failed(code: 500, body: nil), ".failed(code: 500, body: nil)")
    expect(
      Phase.loaded(Page(title: "T", tags: [])), ".loaded(DescribeTests.Page(\n  title: \"T\"\n  tags: []\n))")
    expect(
      Phase.pair(Page(title: "T", tags: []), 1),
      ".pair(\n  DescribeTests.Page(\n    title: \"T\"\n    tags: []\n  )\n  1\n)")
  }

  @Test func `a case is printed by name even if the enum has a description`() {
    expect(Spoken.on, ".on")
  }

  @Test func `a long payload is printed on several lines`() {
    let long = String(repeating: "x", count: 80)
    expect(Phase.failed(code: 1, body: long), ".failed(\n  code: 1\n  body: \"\(long)\"\n)")
  }

  @Test func `optionals are printed as their values, and .some(nil) differs from nil`() {
    expect(Int?.some(3) as Any, "3")
    expect(Int?.none as Any, "nil")
    expect(Int??.some(nil) as Any, ".some(nil)")
  }

  @Test func `strings are quoted and escaped`() {
    expect("a\"b\t\\", #""a\"b\t\\""#)
    expect("ab".prefix(1), #""a""#)
    expect(Character("é"), #""é""#)
  }

  @Test func `a multiline string is printed line by line`() {
    expect(
      ["{\"a\": 1}\r\n\\end\n"],
      #"""
      [
        [0]: """
          {"a": 1}\r
          \\end
          
        """
      ]
      """#)
  }

  @Test func `dictionaries are sorted by the dump of their keys`() {
    expect(
      [Key(rawValue: 2): "b", Key(rawValue: 1): "a"],
      """
      [
        DescribeTests.Key(rawValue: 1): "a"
        DescribeTests.Key(rawValue: 2): "b"
      ]
      """)
    expect([String: Int](), "[:]")
    expect([AnyHashable("b"): 1, AnyHashable("a"): 2], "[\n  \"a\": 2\n  \"b\": 1\n]")
  }

  @Test func `sets are sorted by the dump of their elements`() {
    expect(Set(["c", "a", "b"]), "Set([\n  \"a\"\n  \"b\"\n  \"c\"\n])")
  }

  @Test func `tuples are printed on one line if they are plain`() {
    expect((1, name: "a"), "(1, name: \"a\")")
    expect((1, [2]), "(\n  1\n  [\n    [0]: 2\n  ]\n)")
  }

  @Test func `an object prints its superclass's fields first and stops at a cycle`() {
    let node = Node()
    node.next = node
    expect(node, "DescribeTests.Node(\n  first: 1\n  next: DescribeTests.Node(… cycle)\n  other: 2\n)")
  }

  @Test func `an object that is referenced twice without a cycle is printed twice`() {
    let base = Base()
    expect([base, base], "[\n  [0]: DescribeTests.Base(first: 1)\n  [1]: DescribeTests.Base(first: 1)\n]")
  }

  @Test func `functions, types and pointers are printed without an address`() {
    expect({ (_: Int) in "" } as (Int) -> String, "(Int) -> String")
    expect(Page.self, "DescribeTests.Page.self")
    expect(ObjectIdentifier(Base()), "ObjectIdentifier")
    expect([UnsafeRawPointer(bitPattern: 8)], "[\n  [0]: UnsafeRawPointer\n]")
    expect(\Page.title, "\\Page.title")
  }

  @Test func `system values are printed with everything that distinguishes them`() {
    expect(UInt8(3), "3")
    expect(Duration.milliseconds(1500), "1.5 seconds")
    expect(1..<4, "1..<4")
    expect(Data([1, 255]), "Data(2 bytes: 01ff)")
    expect(Date(timeIntervalSinceReferenceDate: 0.5), "Date(2001-01-01 00:00:00 +0000, 0.5)")
    expect(URL(string: "http://a.b/c") as Any, "http://a.b/c")
    expect(
      UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }

  @Test func `a type with the mirror of a collection is printed as a collection`() {
    struct Table: CustomReflectable {
      var customMirror: Mirror { Mirror(self, unlabeledChildren: [1, 2], displayStyle: .collection) }
    }
    expect(Table(), "DescribeTests.Table([\n  [0]: 1\n  [1]: 2\n])")
  }

  @Test func `a property wrapper that mirrors its value is printed with the name of the property`() {
    expect(
      Screen(),
      """
      Screen(
        items: [
          [0]: 1
        ]
        count: 2
        query: "q"
        _plain: [
          [0]: 3
        ]
      )
      """)
  }

  @Test func `a wrapper whose mirror hides its plain value is printed as the value's type`() {
    expect(Mirrored(wrappedValue: 2), "(Int)")
  }

  @Test func `depth, values and lines are limited`() {
    var limits = StateDiff.Limits()
    limits.depth = 2
    #expect(StateDiff.describe([[[1], []]], limits: limits) == "[\n  [0]: [\n    [0]: …\n    [1]: …\n  ]\n]")
    limits = StateDiff.Limits()
    limits.lines = 3
    #expect(StateDiff.describe([1, 2, 3], limits: limits) == "[\n  [0]: 1\n  [1]: 2\n… (2 more lines)")
    limits.lines = 4
    #expect(StateDiff.describe([1, 2, 3], limits: limits).hasSuffix("\n… (1 more line)"))
    limits = StateDiff.Limits()
    limits.values = 2
    #expect(StateDiff.describe([[1], [2]], limits: limits) == "[\n  [0]: [\n    [0]: 1\n  ]\n  [1]: …\n]")
  }
}

/// A wrapper whose mirror is that of its value.
@propertyWrapper private struct Mirrored<Value>: CustomReflectable {
  var wrappedValue: Value
  var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

/// A wrapper whose mirror has its value as a child.
@propertyWrapper private struct Named<Value>: CustomReflectable {
  var wrappedValue: Value
  var customMirror: Mirror { Mirror(self, children: ["wrappedValue": wrappedValue]) }
}

@propertyWrapper private struct Standing<Value>: StateDiff.DumpRepresentable {
  var wrappedValue: Value
  var revision = 9
  var dumpedValue: Any { wrappedValue }
}

private struct Screen {
  @Mirrored var items = [1]
  @Named var count = 2
  @Standing var query = "q"
  // swift-format-ignore: NoLeadingUnderscores
  var _plain = [3]
}
