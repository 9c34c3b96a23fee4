import Glibc

/// A library that is loaded when it is first used, so that nothing of it is needed to build or to run the rest.
///
/// It stays loaded: unloading one that has thread-local memory is asking for trouble.
package struct SharedLibrary: @unchecked Sendable {
    // Sendable: the handle is only ever given to dlsym(3), which any thread may call.
    private let handle: UnsafeMutableRawPointer
    private let name: String

    /// Loads the library, or gives the one that is loaded.
    ///
    /// - Parameter name: the library's file name with the version of its interface, such as `libpng16.so.16`; never a
    ///   path.
    /// - Throws: if the system has no such library.
    package init(_ name: String) throws(MissingLibrary) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw MissingLibrary(name: name) }
        self.handle = handle
        self.name = name
    }

    /// The function of that name.
    ///
    /// - Parameters:
    ///   - name: as the library exports it.
    ///   - type: what the library's header says of it, as `@convention(c)`.
    /// - Throws: if the library has no such function: it is another one of the same name.
    package func function<Function>(
        _ name: String, as type: Function.Type = Function.self
    ) throws(MissingLibrary) -> Function {
        precondition(MemoryLayout<Function>.size == MemoryLayout<UnsafeMutableRawPointer>.size)
        guard let symbol = dlsym(handle, name) else { throw MissingLibrary(name: self.name) }
        return unsafeBitCast(symbol, to: type)
    }
}

/// A library that the system does not have, or not in the version that is needed.
package struct MissingLibrary: Error, Hashable, Sendable {
    /// The library's file name.
    package let name: String
}
