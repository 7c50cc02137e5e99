/// The error that ends an interrupted run.
struct Interrupted: Error {}
