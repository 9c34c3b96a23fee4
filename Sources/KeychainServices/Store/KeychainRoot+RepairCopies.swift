import Foundation
import Glibc
import LinuxSupport

/// A copy of a keychain that a repair has made first. The passcode that the keychain had then still opens it.
package struct RepairCopy: Hashable, Sendable {
    /// The keychain's name.
    package let keychain: String
    /// The time of the repair, to the second.
    package let date: Date
    /// The path of the copy. Its log, if it has one, is next to it.
    package let path: String

    /// Between the path of a keychain's file and the time, in the path of a copy.
    private static let mark = ".before-repair-"
    /// The end of the year 9999, in seconds since 1970.
    private static let lastSecond: Int64 = 253_402_300_799

    /// Returns a path for a copy of the file at a path.
    ///
    /// - Parameter number: which of the repairs in that second it is, from 1 on.
    static func path(of file: String, at date: Date, number: Int) -> String {
        "\(file)\(mark)\(Int64(date.timeIntervalSince1970))" + (number > 1 ? "-\(number)" : "")
    }

    /// Returns a path for a copy that no copy has, not even one of which only the log is left.
    static func unusedPath(of file: String, at date: Date) -> String {
        // Two repairs in one second get a copy each.
        var number = 1
        func isUsed(_ path: String) -> Bool {
            ([""] + KeychainRoot.logSuffixes).contains { KeychainRoot.exists(path + $0) }
        }
        while isUsed(path(of: file, at: date, number: number)) { number += 1 }
        return path(of: file, at: date, number: number)
    }

    /// Reads the name of a copy, or of its log; nil if it is another file's.
    init?(fileName: String, in directory: String) {
        let log = KeychainRoot.logSuffixes.first { fileName.hasSuffix($0) } ?? ""
        let name = String(fileName.dropLast(log.count))
        // The last one: a vault may have a name like that of a copy.
        guard let mark = name.range(of: KeychainRoot.suffix + Self.mark, options: .backwards) else { return nil }
        // The time, and the number if there is one.
        let words = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count <= 2, words.allSatisfy({ UInt64($0) != nil }),
            let seconds = words.first.flatMap({ Int64($0) }), seconds <= Self.lastSecond
        else { return nil }
        keychain = String(name[..<mark.lowerBound])
        date = Date(timeIntervalSince1970: Double(seconds))
        path = directory + "/" + name
    }
}

extension KeychainRoot {
    private var keychainsDirectory: String { path + "/keychains" }

    /// The copies that repairs have made, the oldest first. A log that is left of one counts as well.
    package var repairCopies: [RepairCopy] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: keychainsDirectory)) ?? []
        let copies = Set(files.compactMap { RepairCopy(fileName: $0, in: keychainsDirectory) })
        return copies.sorted { ($0.date, $0.path) < ($1.date, $1.path) }
    }

    /// Gives the copies of a keychain, with their logs, the name that the keychain is about to get: what removes the copies of that name has
    /// to find them.
    ///
    /// If the process ends in between, the same call moves the rest.
    ///
    /// - Throws: `.notAvailable` if one cannot be moved.
    func renameRepairCopies(of old: String, to new: String) throws(KeychainError) {
        let copies = repairCopies.filter { $0.keychain == old }
        for copy in copies {
            let target = RepairCopy.unusedPath(of: keychainPath(named: new), at: copy.date)
            // The log first: without its file it counts as a copy all the same.
            for suffix in (Self.logSuffixes + [""]) where Self.exists(copy.path + suffix) {
                try KeychainFile.rename(copy.path + suffix, target + suffix)
            }
        }
        if !copies.isEmpty { try Descriptor.synchronizeDirectory(keychainsDirectory) }
    }

    /// Removes those copies of repairs that match, with their logs.
    ///
    /// - Returns: the number of copies.
    /// - Throws: `.notAvailable` if one cannot be removed; the others are removed all the same.
    @discardableResult
    package func removeRepairCopies(where matches: (RepairCopy) -> Bool) throws(KeychainError) -> Int {
        let copies = repairCopies.filter(matches)
        guard !copies.isEmpty else { return 0 }
        var problem: KeychainError?
        for file in copies.flatMap({ copy in ([""] + Self.logSuffixes).map { copy.path + $0 } }) {
            if unlink(file) != 0, errno != ENOENT { problem = problem ?? .system("remove", file) }
        }
        try Descriptor.synchronizeDirectory(keychainsDirectory)
        if let problem { throw problem }
        return copies.count
    }
}
