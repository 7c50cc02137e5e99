import ColmeiaJSON

extension EventbeeEvent {
  /// The public representation.
  var json: JSON {
    [
      "id": .number(JSONNumber(id)), "name": .string(name), "description": .string(description),
      "permission": .string(permission), "datetime_start": .number(JSONNumber(start)),
      "datetime_end": .number(JSONNumber(end)), "organizer_id": .number(JSONNumber(organizer)),
    ]
  }
}
