import Glibc

/// The arguments as bytes.
enum ArgumentBytes {
    /// Checks that all arguments are text.
    ///
    /// Swift puts replacement characters in the place of bytes that are not UTF-8, so two names that differ in these bytes
    /// would be one name, and the second item or file would overwrite the first.
    ///
    /// - Throws: ``Failure`` of usage. Its text does not have the argument, which the caller may have mistaken for a secret's place.
    static func check() throws(Failure) {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw .usage(
                "argument \(index) is not UTF-8",
                remedy: "use a UTF-8 locale; rename a file whose name is in another encoding, for example with convmv")
        }
    }
}
