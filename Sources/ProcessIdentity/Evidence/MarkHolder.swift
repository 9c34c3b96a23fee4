import LinuxSupport

/// A process that has the capability of secured programs without having gained it by a mark, so that no program of its user is secured.
package struct MarkHolder: Sendable, Equatable {
    /// The process id.
    package let pid: Int32
    /// The path of its executable, or the name that it has given itself; at most ``InspectionLimits/holder`` bytes. It may be anything.
    package let name: [UInt8]

    package init(pid: Int32, name: [UInt8]) {
        self.pid = pid
        self.name = Array(name.prefix(InspectionLimits.holder))
    }

    /// The process for display: its name can neither end its quotation nor hide.
    package var shown: String {
        let text = UntrustedText.forLog(String(decoding: name, as: UTF8.self), limit: InspectionLimits.holder)
        let scalars = text.unicodeScalars.map { ["“", "”", "\""].contains($0) ? "'" : $0 }
        let quoted = String(String.UnicodeScalarView(scalars))
        return quoted.isEmpty ? "process \(pid)" : "process \(pid), “\(quoted)”"
    }

    /// What a person can do about it.
    package static let remedy = "end it, or log in without that capability"
}
