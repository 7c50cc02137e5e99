/// What each role may do: rows of roles, a controller, and its actions. What no row names is refused.
///
/// A new role is a row, not code:
///
/// ```swift
/// let admin = Role(rawValue: "admin")
/// let abilities = AbilityTable(AbilityTable.standard.rows + [
///   .init([admin], .events, ["index", "show", "update"])
/// ])
/// ```
public struct AbilityTable: Sendable, Equatable {
  /// One row.
  public struct Row: Sendable, Equatable {
    /// Who may.
    public var roles: [Role]
    /// Where.
    public var controller: Controller
    /// What: names of the controller's actions.
    public var actions: [String]

    /// A row.
    public init(_ roles: [Role], _ controller: Controller, _ actions: [String]) {
      self.roles = roles
      self.controller = controller
      self.actions = actions
    }
  }

  /// What groups the actions on one kind of thing.
  public enum Controller: String, Sendable, CaseIterable {
    /// Accounts and sessions.
    case users = "UsersController"
    /// Events and enrolments.
    case events = "EventsController"
  }

  /// The rows.
  public let rows: [Row]

  /// A table of these rows; their order does not matter.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Whether some row lets `role` do this.
  ///
  /// - Complexity: O(rows).
  public func allows(_ role: Role, _ controller: Controller, _ action: String) -> Bool {
    rows.contains { $0.controller == controller && $0.actions.contains(action) && $0.roles.contains(role) }
  }

  /// The table of the original system: a user who is logged in neither signs up nor logs in.
  public static let standard = AbilityTable([
    Row([.notLogged, .logged], .users, ["show"]),
    Row([.notLogged], .users, ["create", "login", "login_facebook"]),
    Row([.logged], .users, ["logoff", "index", "update", "events"]),
    Row([.notLogged, .logged], .events, ["index", "show"]),
    Row(
      [.logged], .events,
      ["create", "update", "subscribe", "unsubscribe", "add_user", "users", "remove_user", "messages"]),
  ])
}
