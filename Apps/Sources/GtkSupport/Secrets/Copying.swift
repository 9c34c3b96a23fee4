import CGtk
import Dispatch
import Foundation
import Glibc

/// The copying of secrets to the clipboard, one at a time.
///
/// `chatelaine clipboard` does it: it tells clipboard managers that the text is a secret, and outlives this program. If it is not
/// installed, or the display lets only windows copy, the window does it, without that hint.
@MainActor public final class Copying {
    /// The number of seconds for which a copied secret can be pasted.
    public static let seconds = 90

    /// The owner of a copied secret.
    public enum Keeper: Sendable {
        /// The program that marks it as a secret for clipboard managers.
        case program
        /// This window: the secret may be in the history of a clipboard manager.
        case window
    }

    private let program: String?
    /// The process that has the secret; `nil` if no process of this program has it.
    private var holder: pid_t?
    private var timer: Ticker?

    /// - Parameter program: the path of `chatelaine`, if it is installed.
    public init(program: String? = OwnPrograms.path(of: "chatelaine")) { self.program = program }

    /// Copies a secret, and replaces the one before.
    ///
    /// - Parameter secret: the secret in UTF-8; ``Foundation/Data/init(wipedWhenFreed:)`` wipes it.
    public func copy(_ secret: Data) async -> Keeper {
        timer = nil
        if let program, let holder = await Self.hold(secret, program) {
            self.holder = holder.id
            watch(holder)
            return .program
        }
        Self.set(String(decoding: secret, as: UTF8.self))
        timer = Ticker(milliseconds: UInt32(Self.seconds) * 1000) { [weak self] in self?.clear() }
        return .window
    }

    /// Removes the copied secret from the clipboard, if it can still be pasted.
    public func clear() {
        if let holder { kill(holder, SIGTERM) }
        guard timer != nil else { return }
        timer = nil
        guard let clipboard = Self.clipboard, gdk_clipboard_is_local(clipboard) != 0 else { return }
        gdk_clipboard_set_text(clipboard, "")
    }

    private static var clipboard: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }

    private static func set(_ text: String) { clipboard.map { gdk_clipboard_set_text($0, text) } }

    /// Starts the program on a thread of its own, and waits until the secret can be pasted.
    private static func hold(_ secret: Data, _ program: String) async -> ChildProgram? {
        let words = [program, "clipboard", "--foreground", "--seconds", "\(seconds)"]
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let child = secret.withUnsafeBytes { ChildProgram(words, input: $0) }
                guard let child else { return continuation.resume(returning: nil) }
                let isCopied = child.firstLine() == "copied"
                if !isCopied { child.wait() }
                continuation.resume(returning: isCopied ? child : nil)
            }
        }
    }

    private func watch(_ child: ChildProgram) {
        DispatchQueue.global().async { [weak self] in
            child.wait()
            Task { @MainActor in
                guard let self, self.holder == child.id else { return }
                self.holder = nil
            }
        }
    }
}
