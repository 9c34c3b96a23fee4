/// Runs the body of a function that returns its error through a pointer; the caller releases the error.
func reporting<Value>(
    to pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(CFError) -> Value
) -> Value? {
    do throws(CFError) {
        return try body()
    } catch {
        pointer?.pointee = Unmanaged.passRetained(error)
        return nil
    }
}
