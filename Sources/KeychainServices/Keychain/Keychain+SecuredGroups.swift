extension Keychain {
    /// Reserves an access group of this program for secured programs (Docs/secured-programs.md), which this program has to be.
    ///
    /// From then on no weaker program gets, changes, deletes or finds items of the group: none with which the user has shared it, none with
    /// a token, not the command line, and not this program itself while it lacks its mark. Another secured program gets them only by a list
    /// of root's that names the group. It stays so across restarts and updates, until
    /// ``openGroup(_:)``. Items that are there already stay: before the first call, other programs could have put them there.
    ///
    /// Call it at every start, before the first secret is stored: it costs nothing if the group is reserved already, and fails where the
    /// secret would not be protected.
    ///
    /// - Parameter group: a group that this program was the first to use; nil for the group of new items.
    /// - Throws: `.unimplemented` without the system service, where it cannot be known whether a program is secured;
    ///   `.missingEntitlement` if this program is not secured, with the reason, or the group is another program's.
    public func reserveGroup(_ group: String? = nil) throws(KeychainError) {
        try service().reserve(group: group, true)
    }

    /// Opens a group that ``reserveGroup(_:)`` has reserved: programs get it as before.
    ///
    /// A group that a list of root's reserves stays reserved.
    ///
    /// - Parameter group: as there.
    /// - Throws: as there.
    public func openGroup(_ group: String? = nil) throws(KeychainError) {
        try service().reserve(group: group, false)
    }
}

extension KeychainError {
    /// The error where access groups are not protected from other programs of the same user.
    package static var securedProgramsTakeSystemService: KeychainError {
        KeychainError(
            .unimplemented, "an access group is reserved for secured programs by the system service alone",
            remedy: "ask the administrator to install it: chatelaine agent install --system")
    }
}
