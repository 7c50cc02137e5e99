import Foundation

/// A folder for one world, which only this user can look into.
struct WorldFolder {
  let path: String

  init() throws(WorldFolderError) { path = try WorldFolders.shared.make() }

  func remove() { WorldFolders.remove(path) }
}

/// There can be no folder for a world.
struct WorldFolderError: Error, CustomStringConvertible {
  var place: String
  var reason: String
  var description: String {
    "no folder could be made in \(place): \(reason); TMPDIR says where temporary folders are"
  }
}
