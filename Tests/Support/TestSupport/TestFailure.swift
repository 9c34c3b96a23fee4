/// A precondition of a test that does not hold, or an event that did not happen.
public struct TestFailure: Error, CustomStringConvertible {
    /// The text for the log.
    public let description: String

    /// - Parameter description: the text for the log.
    public init(_ description: String) { self.description = description }
}
