import Glibc
import LinuxSupport

extension Declaration {
    /// Reads the file that declares the access groups of a program.
    ///
    /// Others than the program's owner may be able to write to the directory, so nothing that is found there is waited for or followed:
    /// a file is opened for reading only after it is known to be a regular one of the right owner. A file system can still delay all of
    /// this for any time, and therefore the agent does not do it itself.
    ///
    /// - Parameters:
    ///   - executable: the path of the executable.
    ///   - owner: the owner of the executable. Files of other users than this one and root are ignored.
    package init(nextTo executable: [UInt8], owner: uid_t) {
        let list = Declaration(.entitlements, at: executable + Array(".entitlements".utf8), owner)
        guard list.kind == .absent, let slash = executable.lastIndex(of: UInt8(ascii: "/")) else {
            self = list
            return
        }
        let information = Declaration(.information, at: executable[...slash] + Array("Info.plist".utf8), owner)
        // It says nothing else that matters here, so one that cannot be read is as good as none.
        self = information.kind == .information ? information : .absent
    }

    private init(_ kind: Kind, at path: some Collection<UInt8>, _ owner: uid_t) {
        guard let named = Descriptor(at: AT_FDCWD, Array(path), O_PATH | O_NOFOLLOW),
            let information = named.information(), [0, owner].contains(information.st_uid)
        else {
            self = .absent
            return
        }
        guard information.isRegularFile else {
            self.init(.notRegular)
            return
        }
        let limit = InspectionLimits.declaration
        guard let contents = named.reopenedForReading()?.bytes(limit: limit + 1) else {
            self.init(.unreadable)
            return
        }
        self = contents.count > limit ? Declaration(.tooLarge) : Declaration(kind, contents: contents)
    }
}
