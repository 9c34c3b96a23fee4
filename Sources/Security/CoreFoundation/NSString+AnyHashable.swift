/// Makes a constant find its entry in a `[AnyHashable: Any]` whose keys are Swift strings, as bridging does on Apple's
/// systems. The protocol is not public in name; a test watches that the lookup keeps working.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    /// The text as a Swift string.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}
