import Glibc
import LinuxSupport

/// The names that sandboxes give to programs. Any program can forge both, so they never identify the caller.
enum SandboxHints {
    /// Returns the `name` under `[Application]` in `/.flatpak-info` of a root directory.
    static func flatpakID(root: borrowing Descriptor) -> String? {
        guard let named = Descriptor(at: root.number, Array(".flatpak-info".utf8), O_PATH | O_NOFOLLOW),
            let information = named.information(), information.isRegularFile,
            let text = named.reopenedForReading()?.bytes(limit: 1 << 16)
        else { return nil }
        var isInApplication = false
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "[") { isInApplication = line.elementsEqual("[Application]".utf8) }
            if isInApplication, line.starts(with: "name=".utf8) { return name(line.dropFirst(5)) }
        }
        return nil
    }

    /// Returns the name in a control group such as `…/snap.NAME.PROGRAM-UUID.scope`, or in a security label
    /// `snap.NAME.PROGRAM (enforce)`.
    static func snapName(of process: ProcessDirectory) -> String? {
        for source in ["cgroup", "attr/apparmor/current", "attr/current"] {
            guard let text = try? process.prefix(source, 1 << 14), let name = snapName(in: text) else { continue }
            return name
        }
        return nil
    }

    static func snapName(in text: [UInt8]) -> String? {
        let components = text.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }
        for component in components where component.starts(with: "snap.".utf8) {
            let words = component.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            // Not `snap.service` or the like, which belong to the system.
            if words.count >= 3, let name = name(words[1]) { return name }
        }
        return nil
    }

    /// Returns the text if it consists of the characters that names of programs have, else `nil`: it is shown to the
    /// user.
    static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= InspectionLimits.hint, bytes.allSatisfy(isAllowed) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
