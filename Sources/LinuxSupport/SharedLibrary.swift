import Glibc

/// A library that is loaded at its first use, so that it is not needed to build or to run the rest.
///
/// It stays loaded: unloading a library with thread-local memory is unsafe.
package struct SharedLibrary: @unchecked Sendable {
    // Sendable: the handle is only passed to dlsym(3), which any thread may call.
    private let handle: UnsafeMutableRawPointer
    private let name: String

    /// Loads the library, or returns the one that is loaded.
    ///
    /// - Parameter name: the library's file name with the version of its interface, such as `libpng16.so.16`; never a
    ///   path.
    /// - Throws: an error if the system has no such library.
    package init(_ name: String) throws(MissingLibrary) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw MissingLibrary(name: name) }
        self.handle = handle
        self.name = name
    }

    /// Whether the process has loaded the library already, for itself or as a part of another one.
    package static func isLoaded(_ name: String) -> Bool {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD) else { return false }
        dlclose(handle)
        return true
    }

    /// Returns a function of the library.
    ///
    /// - Parameters:
    ///   - name: the exported name.
    ///   - type: the type in the library's header, as `@convention(c)`.
    /// - Throws: an error if the library has no such function, because it is another library with the same name.
    package func function<Function>(
        _ name: String, as type: Function.Type = Function.self
    ) throws(MissingLibrary) -> Function {
        precondition(MemoryLayout<Function>.size == MemoryLayout<UnsafeMutableRawPointer>.size)
        guard let symbol = dlsym(handle, name) else { throw MissingLibrary(name: self.name) }
        return unsafeBitCast(symbol, to: type)
    }
}

/// The error for a library that the system lacks, or has only in an unsuitable version.
package struct MissingLibrary: Error, Hashable, Sendable {
    /// The library's file name.
    package let name: String
}
