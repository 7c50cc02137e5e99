/// The bucket that the back end serves, who may use it, and how much fits in. What describes it does not show the
/// secret.
public struct ObjectSettings: Sendable, Hashable {
  /// The bucket: the first segment of every path.
  public var bucket: String
  /// The region that signatures must name.
  public var region: String
  /// The access key of everybody who may read and write.
  public var accessKey: String
  /// The secret that it names.
  public var secret: String
  /// How many bytes an object may have.
  public var largestObject: Int
  /// How many bytes all objects may have, with their keys and header fields.
  public var capacity: Int
  /// How many objects there may be.
  public var mostObjects: Int

  /// Settings; those that are not given are the demo's: 5 MiB for an object, 24 MiB for all, 1,000 objects.
  public init(
    bucket: String = "colmeia-photos", region: String = "us-east-1", accessKey: String = "colmeia-demo",
    secret: String = "colmeia-demo-secret", largestObject: Int = 5 << 20, capacity: Int = 24 << 20,
    mostObjects: Int = 1_000
  ) {
    self.bucket = bucket
    self.region = region
    self.accessKey = accessKey
    self.secret = secret
    self.largestObject = largestObject
    self.capacity = capacity
    self.mostObjects = mostObjects
  }
}

extension ObjectSettings: CustomStringConvertible, CustomReflectable {
  /// Bucket and access key.
  public var description: String { "\(bucket) of \(accessKey)" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["bucket": bucket, "accessKey": accessKey]) }
}
