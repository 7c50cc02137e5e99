/// The bucket that the back end serves, its credentials, and its limits. The description doesn't show the secret.
public struct ObjectSettings: Sendable, Hashable {
  /// The name of the bucket, which is the first segment of every path.
  public var bucket = "colmeia-photos"
  /// The region that signatures must contain.
  public var region = "us-east-1"
  /// The access key that permits reading and writing.
  public var accessKey = "colmeia-demo"
  /// The secret of the access key.
  public var secret = "colmeia-demo-secret"
  /// The maximum size of an object in bytes.
  public var largestObject = 5 << 20
  /// The maximum size of all objects in bytes, including their keys and header fields.
  public var capacity = 24 << 20
  /// The maximum number of objects.
  public var mostObjects = 1_000

  /// Creates the settings of the demo.
  public init() {}
}

extension ObjectSettings: CustomStringConvertible, CustomReflectable {
  /// The bucket and the access key.
  public var description: String { "\(bucket) of \(accessKey)" }
  /// A mirror with the same content as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["bucket": bucket, "accessKey": accessKey]) }
}
