/// The bucket that the back end serves, who may use it, and how much fits in. What describes it does not show the
/// secret.
public struct ObjectSettings: Sendable, Hashable {
  /// The bucket: the first segment of every path.
  public var bucket = "colmeia-photos"
  /// The region that signatures must name.
  public var region = "us-east-1"
  /// The access key of everybody who may read and write.
  public var accessKey = "colmeia-demo"
  /// The secret that it names.
  public var secret = "colmeia-demo-secret"
  /// How many bytes an object may have.
  public var largestObject = 5 << 20
  /// How many bytes all objects may have, with their keys and header fields.
  public var capacity = 24 << 20
  /// How many objects there may be.
  public var mostObjects = 1_000

  /// The settings of the demo.
  public init() {}
}

extension ObjectSettings: CustomStringConvertible, CustomReflectable {
  /// Bucket and access key.
  public var description: String { "\(bucket) of \(accessKey)" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["bucket": bucket, "accessKey": accessKey]) }
}
