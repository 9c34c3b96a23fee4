import Foundation
import Glibc
import TestSupport

extension TemporaryDirectory {
    /// The text of all files below `name`, one after another.
    func contents(below name: String) throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: self(name)).map { self(name) + "/" + $0 }
        return paths.compactMap { FileManager.default.contents(atPath: $0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}

/// Whether this process may become other users and look into other processes.
let isRoot = geteuid() == 0
