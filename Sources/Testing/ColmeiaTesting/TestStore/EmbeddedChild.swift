import Colmeia

/// A declared child that recognizes what it has embedded in its parent's effects and actions.
protocol EmbeddedChild: Sendable {
  var name: String { get }
  /// The children of its reducer.
  var embedded: [any EmbeddedChild] { get }
  /// Returns the child's effect inside an effect of the parent, or `nil` if it isn't one of this child.
  func part(ofEffect effect: Any) -> EmbeddedPart?
  /// Returns the child's action inside an action of the parent, or `nil` if it isn't one of this child.
  func part(ofAction action: Any) -> EmbeddedPart?
  /// Returns the name of the case in which the child embeds this payload of one of its parent's actions, or `nil` if the
  /// payload isn't an action of the child, or the case contains more than the child's action and the id of the row.
  func caseOfAction(with payload: Any) -> String?
  /// Returns the name of the case in which the child embeds this payload of one of its parent's effects, or `nil` as
  /// above.
  func caseOfEffect(with payload: Any) -> String?
}

/// An effect or an action of a child.
struct EmbeddedPart {
  /// The id of the row, or `nil` for a child that isn't a row.
  var row: AnyHashable?
  let value: Any
}

extension Child: EmbeddedChild {
  var embedded: [any EmbeddedChild] { embeddedChildren(of: reducer) }

  func part(ofEffect effect: Any) -> EmbeddedPart? {
    guard let whole = effect as? ParentEffect, let payload = Payload(of: effect) else { return nil }
    return payload.values(R.Effect.self).first { embedEffect($0) == whole }.map { EmbeddedPart(value: $0) }
  }

  func part(ofAction action: Any) -> EmbeddedPart? {
    guard let payload = Payload(of: action) else { return nil }
    return payload.values(R.Action.self).first { Payload(of: embedAction($0))?.label == payload.label }
      .map { EmbeddedPart(value: $0) }
  }

  func caseOfAction(with payload: Any) -> String? {
    Payload.value(in: payload, R.Action.self).flatMap { Payload(of: embedAction($0))?.label(ifCount: 1) }
  }

  func caseOfEffect(with payload: Any) -> String? {
    Payload.value(in: payload, R.Effect.self).flatMap { Payload(of: embedEffect($0))?.label(ifCount: 1) }
  }
}

extension ChildRows: EmbeddedChild {
  var embedded: [any EmbeddedChild] { embeddedChildren(of: reducer) }

  func part(ofEffect effect: Any) -> EmbeddedPart? {
    guard let whole = effect as? ParentEffect, let payload = Payload(of: effect) else { return nil }
    return payload.pairs(Table.ID.self, R.Effect.self).first { embedEffect($0, $1) == whole }
      .map { EmbeddedPart(row: $0, value: $1) }
  }

  func part(ofAction action: Any) -> EmbeddedPart? {
    guard let payload = Payload(of: action) else { return nil }
    return payload.pairs(Table.ID.self, R.Action.self).first {
      Payload(of: embedAction($0, $1))?.label == payload.label
    }
    .map { EmbeddedPart(row: $0, value: $1) }
  }

  func caseOfAction(with payload: Any) -> String? {
    Payload.pairs(in: payload, Table.ID.self, R.Action.self).first.flatMap {
      Payload(of: embedAction($0, $1))?.label(ifCount: 2)
    }
  }

  func caseOfEffect(with payload: Any) -> String? {
    Payload.pairs(in: payload, Table.ID.self, R.Effect.self).first.flatMap {
      Payload(of: embedEffect($0, $1))?.label(ifCount: 2)
    }
  }
}

/// Returns the children that a reducer stores as properties.
func embeddedChildren<R: Reducer>(of reducer: R) -> [any EmbeddedChild] {
  declaredChildren(of: reducer).compactMap { $0 as? any EmbeddedChild }
}

/// The payload of an enum case.
private struct Payload {
  /// The name of the case.
  let label: String
  private let value: Any

  init?(of whole: Any) {
    let mirror = Mirror(reflecting: whole)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label else { return nil }
    (self.label, value) = (label, child.value)
  }

  /// Returns the payload, or the elements of a payload with several, that have a type.
  func values<Value>(_ type: Value.Type) -> [Value] {
    (value as? Value).map { [$0] } ?? elements.compactMap { $0 as? Value }
  }

  /// Returns a payload of one value, which is a tuple if the value has a label.
  static func value<Value>(in payload: Any, _ type: Value.Type) -> Value? {
    let elements = elements(of: payload)
    return payload as? Value ?? (elements.count == 1 ? elements[0] as? Value : nil)
  }

  /// Returns two different elements of the payload that have these types. A payload without an id doesn't tell to which
  /// row it belongs.
  func pairs<ID, Value>(_ id: ID.Type, _ type: Value.Type) -> [(ID, Value)] { Self.pairs(in: value, id, type) }

  static func pairs<ID, Value>(in payload: Any, _ id: ID.Type, _ type: Value.Type) -> [(ID, Value)] {
    let elements = elements(of: payload)
    return elements.indices.flatMap { first in
      elements.indices.compactMap { second in
        guard first != second, let id = elements[first] as? ID, let value = elements[second] as? Value else {
          return nil
        }
        return (id, value)
      }
    }
  }

  /// Returns the name of the case if its payload has this number of values.
  func label(ifCount count: Int) -> String? { max(1, elements.count) == count ? label : nil }

  private var elements: [Any] { Self.elements(of: value) }

  private static func elements(of payload: Any) -> [Any] {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : []
  }
}
