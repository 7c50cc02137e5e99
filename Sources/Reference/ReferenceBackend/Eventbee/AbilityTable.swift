/// The permissions of each role, as rows of roles, a controller, and its actions. Anything that no row permits is
/// refused.
///
/// Adding a role takes only a row, no code:
///
/// ```swift
/// let admin = Role(rawValue: "admin")
/// let abilities = AbilityTable(AbilityTable.standard.rows + [
///   .init([admin], .events, ["index", "show", "update"])
/// ])
/// ```
public struct AbilityTable: Sendable, Equatable {
  /// A row of the table.
  public struct Row: Sendable, Equatable {
    /// The roles that get the permission.
    public var roles: [Role]
    /// The controller of the actions.
    public var controller: Controller
    /// The names of the controller's actions that are permitted.
    public var actions: [String]

    /// Creates a row.
    public init(_ roles: [Role], _ controller: Controller, _ actions: [String]) {
      self.roles = roles
      self.controller = controller
      self.actions = actions
    }
  }

  /// A group of actions on one kind of record.
  public enum Controller: String, Sendable, CaseIterable {
    /// Accounts and sessions.
    case users = "UsersController"
    /// Events and enrollments.
    case events = "EventsController"
  }

  /// The rows of the table.
  public let rows: [Row]

  /// Creates a table with these rows. Their order doesn't matter.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Returns whether any row permits `role` to perform an action.
  ///
  /// - Complexity: O(rows).
  public func allows(_ role: Role, _ controller: Controller, _ action: String) -> Bool {
    rows.contains { $0.controller == controller && $0.actions.contains(action) && $0.roles.contains(role) }
  }

  /// The table of the original system. Logged-in users may neither sign up nor log in.
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
