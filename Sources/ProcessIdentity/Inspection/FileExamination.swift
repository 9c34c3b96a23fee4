import Glibc
import LinuxSupport

/// An examination of the executable of one process and of every file that it has mapped executable.
///
/// The kernel's map gives a path, a device and an inode number for each. The path is opened and must lead to that device and inode; if it
/// does not, the file was deleted or replaced after it was mapped.
final class FileExamination {
    private(set) var traits: ProcessTraits = []
    private(set) var pinned = PinnedFiles()
    /// As ``ProcessEvidence/memory``.
    private(set) var memoryKinds: Set<UInt64> = []
    private let process: ProcessDirectory
    private let root: Descriptor
    private let memory: InspectionMemory
    private var protection: RootProtection
    private let isOtherMountNamespace: Bool
    /// Whether a file that its path leads to, and that users other than root can write, is mapped.
    private var hasUsersFile = false
    private var seen: Set<MappedFile> = []
    private var hashedBytes: UInt64 = 0

    private struct MappedFile: Hashable {
        let file: FileIdentity
        let path: [UInt8]
    }

    /// - Parameter isOtherMountNamespace: whether the process is in another mount namespace, in which paths name other files.
    init(
        of process: ProcessDirectory, isOtherMountNamespace: Bool, memory: InspectionMemory
    ) throws(IdentificationFailure) {
        let ours = Descriptor([UInt8(ascii: "/")], O_PATH | O_DIRECTORY)
        guard let root = isOtherMountNamespace ? try process.follow("root") : ours else { throw .denied }
        protection = RootProtection(root: root.number)
        self.process = process
        self.isOtherMountNamespace = isOtherMountNamespace
        self.root = root
        self.memory = memory
    }

    /// Examines the file that `/proc/PID/exe` leads to, and the path that it gives.
    ///
    /// - Returns: the path, without the mark of a deleted file.
    func add(_ executable: borrowing Executable) throws(IdentificationFailure) -> [UInt8] {
        let link = executable.link
        if let named = open(link), let information = named.information(),
            information.identity == executable.identity, isOnSameMount(named, executable.file)
        {
            if try examine(named, information, path: link) { traits.insert(.executableProtected) }
            return link
        }
        let path = link.withoutDeletionMark
        traits.insert(open(path) == nil ? .executableDeleted : .executableReplaced)
        noteLostPath(path, of: executable)
        try pin(executable.file, executable.information, path: path)
        return path
    }

    private func noteLostPath(_ path: [UInt8], of executable: borrowing Executable) {
        guard protection.isProtected(path: path) else { return }
        traits.insert(.protectedPathLost)
        if RootProtection.hasLostItsName(executable.file, executable.information) { traits.insert(.upgraded) }
    }

    /// Ends the examination: a program with files of a user's is none that a package has upgraded.
    func finish() { if hasUsersFile { traits.remove(.upgraded) } }

    /// Whether two descriptors are on the same mount. One file has a path for each mount that it is on; only the one that the path leads
    /// to is the program's. In another mount namespace, the executable may be on a mount that was copied for it since.
    private func isOnSameMount(_ one: borrowing Descriptor, _ other: borrowing Descriptor) -> Bool {
        isOtherMountNamespace || Self.mount(of: one) == Self.mount(of: other)
    }

    /// The number of the mount; `nil` if it is unknown.
    private static func mount(of file: borrowing Descriptor) -> Int64? {
        let path = Array("/proc/self/fdinfo/\(file.number)".utf8)
        return Descriptor(path, O_RDONLY)?.bytes(limit: 4096).flatMap { StatusLines($0).numbers("mnt_id").first }
    }

    /// Examines the file of one executable line of the memory map.
    func add(_ mapping: Mapping, executable: borrowing Executable) throws(IdentificationFailure) {
        guard mapping.file.inode != 0, mapping.path.first == UInt8(ascii: "/") else {
            if !mapping.isKernelMapping { noteAnonymousMemory() }
            return
        }
        guard seen.insert(MappedFile(file: mapping.file, path: mapping.path)).inserted else { return }
        let mapped = try mappedFile(mapping)
        if mapping.path == executable.escapedLink, isMapped(executable.file, executable.information, mapping, mapped) {
            if traits.contains(.executableDeleted) || traits.contains(.executableReplaced) {
                noteUnreachable(of: mapping)
            }
            return
        }
        for path in mapping.possiblePaths {
            guard let named = open(path), let information = named.information(),
                isMapped(named, information, mapping, mapped)
            else { continue }
            _ = try examine(named, information, path: path)
            return
        }
        try addUnreachable(mapping)
    }

    /// Returns the identity of the file that is really mapped; `nil` if this process may not know (CAP_CHECKPOINT_RESTORE), and has to
    /// believe the numbers in the map.
    private func mappedFile(_ mapping: Mapping) throws(IdentificationFailure) -> FileIdentity? {
        guard Self.mayFollowMappings else { return nil }
        let link = Array("map_files/\(mapping.linkName)".utf8)
        // The process has changed its memory meanwhile. The numbers must not count only because of that.
        guard let file = Descriptor(at: process.descriptor.number, link, O_PATH) else { throw .unstable }
        return file.information()?.identity
    }

    /// Whether this process may follow the links to mapped files, tried with a file of its own.
    private static let mayFollowMappings: Bool = {
        guard let own = try? ProcessDirectory(pid: getpid()), let map = try? ProgramMap(of: own),
            let mapping = try? map.mappings().first(where: { $0.file.inode != 0 })
        else { return false }
        return (try? own.follow("map_files/\(mapping.linkName)")) != nil
    }()

    private func isMapped(
        _ file: borrowing Descriptor, _ information: stat, _ mapping: Mapping, _ mapped: FileIdentity?
    ) -> Bool {
        if let mapped { return information.identity == mapped }
        guard memory.identities.isSame(file, information, as: mapping.file) else { return false }
        if KernelIdentities.areShared(file) { traits.insert(.ambiguousFiles) }
        return true
    }

    /// Adds a file that its path no longer leads to. Only a privileged process can read its contents.
    private func addUnreachable(_ mapping: Mapping) throws(IdentificationFailure) {
        noteUnreachable(of: mapping)
        if mapping.isMemoryFile { return try noteMemory(named: mapping.path.withoutDeletionMark) }
        let path = mapping.path.withoutDeletionMark
        guard let file = try? process.follow("map_files/\(mapping.linkName)"), let information = file.information()
        else {
            pinned.add(path: path, digest: nil)
            return
        }
        try pin(file, information, path: path)
    }

    private func noteUnreachable(of mapping: Mapping) {
        let path = mapping.path.withoutDeletionMark
        let isMarked = path.count < mapping.path.count
        if isMarked { traits.insert(.anonymousExecutableMemory) }
        if !isMarked || open(path) != nil { traits.insert(.replacedFiles) }
    }

    private func noteAnonymousMemory() {
        traits.insert(.anonymousExecutableMemory)
        memoryKinds.insert(0)
    }

    /// Notes memory by the name that the process has given it. Contents that change all the time, as those of a compiler do, would make
    /// another program of it each time.
    private func noteMemory(named name: [UInt8]) throws(IdentificationFailure) {
        var hash = SHA256()
        hash.update(name)
        let kind = hash.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        memoryKinds.insert(max(1, kind))
        guard memoryKinds.count <= InspectionLimits.memories else { throw .tooLarge }
    }

    /// - Returns: whether only root can change the file; if not, it is pinned.
    private func examine(
        _ file: borrowing Descriptor, _ information: stat, path: [UInt8]
    ) throws(IdentificationFailure) -> Bool {
        if protection.isProtected(file, information, path: path) { return true }
        hasUsersFile = true
        try pin(file, information, path: path)
        return false
    }

    private func pin(
        _ file: borrowing Descriptor, _ information: stat, path: [UInt8]
    ) throws(IdentificationFailure) {
        guard information.isRegularFile else {
            // The memory of a device has arbitrary contents.
            noteAnonymousMemory()
            return
        }
        let (sum, overflow) = hashedBytes.addingReportingOverflow(UInt64(clamping: information.st_size))
        guard !overflow, sum <= InspectionLimits.hashedBytes else { throw .tooLarge }
        hashedBytes = sum
        pinned.add(path: path, digest: try memory.hashes.digest(of: file, information))
    }

    private func open(_ path: [UInt8]) -> Descriptor? {
        guard path.count > 1, path.first == UInt8(ascii: "/") else { return nil }
        return Descriptor(at: root.number, Array(path.dropFirst()), O_PATH | O_NOFOLLOW)
    }
}

extension Mapping {
    /// Whether the mapping is code that the kernel puts into every process.
    fileprivate var isKernelMapping: Bool {
        ["[vdso]", "[vsyscall]", "[uprobes]", "[sigpage]", "[vectors]"].contains { path.elementsEqual($0.utf8) }
    }

    /// Whether the mapping is memory that the kernel shows as a deleted file although it never had a name: memfd, shared memory.
    fileprivate var isMemoryFile: Bool {
        ["/memfd:", "/dev/zero (deleted)", "/SYSV", "/anon_hugepage (deleted)"].contains { path.starts(with: $0.utf8) }
            && path.withoutDeletionMark.count < path.count
    }
}

extension [UInt8] {
    /// The path without the words with which `/proc` marks a file that has lost its name.
    fileprivate var withoutDeletionMark: [UInt8] {
        let mark = Array(" (deleted)".utf8)
        return suffix(mark.count).elementsEqual(mark) ? Array(dropLast(mark.count)) : self
    }
}
