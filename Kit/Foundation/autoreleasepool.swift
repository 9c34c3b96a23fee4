/// Runs `body`. Without Objective-C there are no autorelease pools, so no object waits for the end of one.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
