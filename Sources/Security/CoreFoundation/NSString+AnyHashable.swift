/// Lets a constant find its entry in a `[AnyHashable: Any]` whose keys are Swift strings, as bridging does on Apple's
/// systems. The protocol's name marks it as not public; a test checks that the lookup keeps working.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    /// Returns the text as a Swift string.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}
