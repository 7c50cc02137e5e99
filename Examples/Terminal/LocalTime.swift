import Foundation
import ReferenceApp

/// Times in the person's time zone. The values of the app's fields are in UTC, such as `2016-12-28T20:00`.
struct LocalTime {
  let language: Language
  var zone = TimeZone.current

  /// Returns a field's value as a person reads it, such as `28/12/2016 17:00`, or what was typed if it is no time.
  func shown(_ value: String) -> String {
    guard let time = EventTime.seconds(value), EventTime.plainText(time) == value else { return value }
    return EventTime.text(time + offset(time), language).map { String($0.dropLast(" UTC".count)) } ?? value
  }

  /// Returns the value of a field for what was typed: its time in UTC, or the same text if it is no time or names UTC.
  func value(_ typed: String) -> String {
    guard let time = EventTime.seconds(typed), !typed.lowercased().hasSuffix("utc") else { return typed }
    return EventTime.plainText(time - offset(time - offset(time))) ?? typed
  }

  /// Returns the label of a field with the zone of its time instead of UTC, such as `UTC-3`.
  func label(_ label: String, _ value: String) -> String {
    let minutes = offset(EventTime.seconds(value) ?? Int(Date.now.timeIntervalSince1970)) / 60
    let rest = abs(minutes) % 60 == 0 ? "" : String(format: ":%02d", abs(minutes) % 60)
    return minutes == 0 ? label : label.replacing("UTC", with: String(format: "UTC%+d", minutes / 60) + rest)
  }

  private func offset(_ time: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))) }
}
