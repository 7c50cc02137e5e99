import Colmeia

/// A declared child that recognizes what it has embedded in its parent's effects and actions.
protocol EmbeddedChild: Sendable {
  var name: String { get }
  /// The children of its reducer, if that doesn't depend on the parent's state.
  var children: [any EmbeddedChild] { get }
  /// Returns the child's effect inside an effect of the parent, or `nil` if it isn't one of this child.
  func part(ofEffect effect: Any) -> EmbeddedPart?
  /// Returns the child's action inside an action of the parent, or `nil` if it isn't one of this child.
  func part(ofAction action: Any) -> EmbeddedPart?
  /// Returns an action of the child as one of its parent, or `nil` if it is not one.
  func embedded(action: Any) -> Any?
  /// Returns an effect of the child as one of its parent, or `nil` if it is not one.
  func embedded(effect: Any) -> Any?
}

/// An effect or an action of a child.
struct EmbeddedPart {
  /// The id of the row, or `nil` for a child that isn't a row.
  var row: AnyHashable?
  let value: Any
}

extension EmbeddedChild {
  func embedded(action: Any) -> Any? { nil }
  func embedded(effect: Any) -> Any? { nil }
}

extension Child: EmbeddedChild {
  var children: [any EmbeddedChild] { constant.copy.map { embeddedChildren(of: $0) } ?? [] }

  func part(ofEffect effect: Any) -> EmbeddedPart? {
    guard let whole = effect as? ParentEffect, let payload = Payload(of: effect) else { return nil }
    return payload.values(R.Effect.self).first { embedEffect($0) == whole }.map { EmbeddedPart(value: $0) }
  }

  func part(ofAction action: Any) -> EmbeddedPart? {
    guard let payload = Payload(of: action) else { return nil }
    return payload.values(R.Action.self).first { Payload(of: embedAction($0))?.label == payload.label }
      .map { EmbeddedPart(value: $0) }
  }

  func embedded(action: Any) -> Any? { (action as? R.Action).map(embedAction) }
  func embedded(effect: Any) -> Any? { (effect as? R.Effect).map(embedEffect) }
}

extension ChildRows: EmbeddedChild {
  var children: [any EmbeddedChild] { constant.copy.map { embeddedChildren(of: $0) } ?? [] }

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
}

/// Returns the children that a reducer stores as properties.
func embeddedChildren<R: Reducer>(of reducer: R) -> [any EmbeddedChild] {
  R.storedChildren(of: reducer).compactMap { $0 as? any EmbeddedChild }
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

  /// Returns two different elements of the payload that have these types. A payload without an id doesn't tell to which
  /// row it belongs.
  func pairs<ID, Value>(_ id: ID.Type, _ type: Value.Type) -> [(ID, Value)] {
    let elements = elements
    return elements.indices.flatMap { first in
      elements.indices.compactMap { second in
        guard first != second, let id = elements[first] as? ID, let value = elements[second] as? Value else {
          return nil
        }
        return (id, value)
      }
    }
  }

  private var elements: [Any] {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : []
  }
}
