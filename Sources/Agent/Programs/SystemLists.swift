import AccessPolicy
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The entitlement lists of programs that were installed for all users: files that root alone can write.
///
/// They are read at the first use, and again when a file or a directory has changed. A list that is not protected or cannot be read is
/// left out, with a note.
package final class SystemLists: Sendable {
    /// The directories of the administrator and of packages: of two files with one name the first counts.
    package static let directories = ["/etc/chatelaine/entitlements.d", "/usr/share/chatelaine/entitlements.d"]

    static let suffix = ".entitlements"
    /// The most lists, of all directories.
    static let mostLists = 1000
    static let mostBytes = 64 << 10

    private struct State {
        var stamps: [String: Stamp?]?
        var notes: [String] = []
    }

    private let directories: [String]
    private let files: ProtectedFiles
    private let state = Mutex(State())

    /// - Parameters:
    ///   - directories: in the order in which their files count.
    ///   - owner: the user who has to own all files: root, except in tests.
    ///   - root: the directory below which all directories are checked.
    package init(directories: [String] = directories, owner: UInt32 = 0, below root: String = "/") {
        self.directories = directories
        files = ProtectedFiles(owner: owner, root: root)
    }

    /// The reasons why lists do not count, as of the last reading.
    package var notes: [String] { state.withLock { $0.notes } }

    /// Calls `take` with all lists, unless nothing has changed since the last time.
    package func renew(_ take: ([SystemList]) -> Void) {
        state.withLock { state in
            if let known = state.stamps, known.allSatisfy({ Stamp($0.key) == $0.value }) { return }
            var reading = Reading(files: files)
            for directory in directories { reading.read(directory) }
            (state.stamps, state.notes) = (reading.stamps, reading.notes)
            take(reading.lists)
        }
    }
}

/// The numbers by which a file or a directory differs after a change.
private struct Stamp: Equatable {
    private let numbers: [Int]

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // The time of the last change of contents, owner or mode: no program can set that.
        numbers = [
            Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)), status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
    }
}

/// One reading of the directories.
private struct Reading {
    let files: ProtectedFiles
    private(set) var lists: [SystemList] = []
    private(set) var notes: [String] = []
    /// Their state before they were read: a file that changes meanwhile is read again.
    private(set) var stamps: [String: Stamp?] = [:]
    private var names = Set<String>()
    private var programs = Set<[UInt8]>()

    init(files: ProtectedFiles) { self.files = files }

    mutating func read(_ directory: String) {
        stamps[directory] = .some(Stamp(directory))
        do throws(ProtectedFiles.Distrust) {
            for name in try files.names(in: directory, limit: 4 * SystemLists.mostLists) ?? [] {
                guard name.hasSuffix(SystemLists.suffix), !name.hasPrefix("."), names.insert(name).inserted else {
                    continue
                }
                guard names.count <= SystemLists.mostLists else {
                    return note(directory, "there are more than \(SystemLists.mostLists) lists")
                }
                read(name, in: directory)
            }
        } catch {
            note(directory, error.reason)
        }
    }

    private mutating func read(_ name: String, in directory: String) {
        let path = directory + "/" + name
        stamps[path] = .some(Stamp(path))
        do {
            let data = try files.contents(of: name, in: directory, limit: SystemLists.mostBytes)
            let (executable, groups, isSecured) = try AccessGroups.ofSystemList(data, path: path)
            let domains = try AccessGroups.webCredentials(ofSystemList: data, path: path)
            // The group of tokens is in lists that were made for Apple's systems, and belongs to all programs.
            let names = groups.entries.filter { $0 != AccessGroups.token }
            guard !names.isEmpty else { return note(path, "it names no groups") }
            let list = try SystemList(
                path: executable, groups: names, isSecured: isSecured, webCredentials: domains)
            guard programs.insert(Array(executable.utf8)).inserted else {
                return note(path, "another list already defines the groups of “\(executable)”")
            }
            lists.append(list)
            noteLink(executable, path)
        } catch let error as ProtectedFiles.Distrust {
            note(path, error.reason)
        } catch let error as KeychainError {
            notes.append(error.reason)
        } catch {
            note(path, "\(error)")
        }
    }

    private mutating func note(_ path: String, _ reason: String) { notes.append("“\(path)” is ignored: \(reason)") }

    /// Notes that a list for a link is for no program: the kernel names the file that the link leads to.
    private mutating func noteLink(_ executable: String, _ path: String) {
        guard let resolved = realpath(executable, nil) else { return }
        defer { free(resolved) }
        let name = String(cString: resolved)
        guard !name.utf8.elementsEqual(executable.utf8) else { return }
        notes.append(
            "“\(path)” has no effect: “\(executable)” leads through a symbolic link to “\(name)”; use that path")
    }
}
