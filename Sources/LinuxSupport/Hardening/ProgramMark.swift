import CLinux
import Glibc

/// The mark of a *secured* program: a capability that its file gives to a process that executes it.
///
/// Whichever it is, the kernel keeps processes of the same user away from a process that has gained it: they cannot trace it, read its
/// memory or its environment, and the loader ignores variables that name libraries. This one does nothing else that matters, and no session
/// manager gives it to users (Docs/decisions/0062).
package enum ProgramMark {
    /// CAP_BLOCK_SUSPEND, capabilities(7).
    package static let capability = 36
    /// Its name, for messages and for setcap(8).
    package static let name = "cap_block_suspend"

    /// The capabilities of a file.
    package enum State: Equatable, Sendable {
        /// It gives none.
        case unmarked
        /// It gives the mark and no other.
        case marked
        /// It gives others, which are not ours to change.
        case foreign
    }

    /// Whether this process has gained the mark by its start: a process that has it for another reason is not protected.
    package static var isHeldBySelf: Bool { isHeld(in: clinux_permitted_capabilities()) && clinux_started_secure() }

    /// Whether the mark is among permitted capabilities, as `CapPrm` in `/proc/PID/status` has them.
    package static func isHeld(in capabilities: UInt64) -> Bool { capabilities & 1 << capability != 0 }

    /// Returns the state of a file, to which the descriptor may only refer (`O_PATH`).
    ///
    /// - Returns: `nil` if it cannot be read.
    package static func state(of file: borrowing Descriptor) -> State? {
        var bytes = [UInt8](repeating: 0, count: attribute.count + 1)
        let count = clinux_file_capabilities(file.number, &bytes, bytes.count)
        guard count >= 0 else {
            return [ENODATA, EOPNOTSUPP].contains(errno) ? .unmarked : errno == ERANGE ? .foreign : nil
        }
        return bytes.prefix(count).elementsEqual(attribute) ? .marked : .foreign
    }

    /// Marks a file, for root.
    ///
    /// - Returns: 0, or an errno value.
    package static func set(_ file: borrowing Descriptor) -> Int32 {
        clinux_set_file_capabilities(file.number, attribute, attribute.count)
    }

    /// Removes the mark from a file that has it.
    ///
    /// - Returns: 0, or an errno value.
    package static func remove(_ file: borrowing Descriptor) -> Int32 {
        clinux_set_file_capabilities(file.number, nil, 0)
    }

    /// struct vfs_cap_data, revision 2, little-endian: permitted and not effective, so that the program starts, unprotected, where the
    /// capability may not be gained.
    private static let attribute: [UInt8] = {
        let words: [UInt32] = [0x0200_0000, 0, 0, 1 << (capability - 32), 0]
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }()
}
