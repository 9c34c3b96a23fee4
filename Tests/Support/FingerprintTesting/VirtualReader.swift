import BusTesting
import Fingerprint
import Foundation
import Glibc
import TestSupport

/// A fingerprint reader without hardware: a system bus of a test's own on which the real fprintd and the real polkitd are started
/// when they are called, with a reader of libfprint's that does what the test says.
///
/// Everything lies in a temporary directory and ends with this object. It needs root, as fprintd does, and leaves the system's
/// own bus, prints and readers alone. Not thread-safe, but for ``send(_:)`` and what calls it.
package final class VirtualReader: @unchecked Sendable {
    // Sendable: everything but the processes, which only `deinit` and `killDaemon()` touch, is constant.

    /// What is connected to the machine.
    package enum Equipment: Sendable {
        /// A reader that compares a finger with one print, as most do; fprintd keeps the prints.
        case reader
        /// A reader that keeps prints itself, searches in them and knows a finger again that is enrolled for the second time.
        case readerThatStores
        /// fprintd alone.
        case noReader
        /// A bus that knows no fprintd and lets any user own its name.
        case noDaemon
    }

    /// Whether this machine has what is needed: root, dbus-daemon, fprintd and polkitd.
    package static var isAvailable: Bool {
        let services = "/usr/share/dbus-1/system-services/"
        let needed = ["net.reactivated.Fprint.service", "org.freedesktop.PolicyKit1.service"].map { services + $0 }
        return getuid() == 0 && needed.allSatisfy { FileManager.default.fileExists(atPath: $0) }
            && BusDaemon.isInstalled
    }

    private static let fprintd = "net.reactivated.Fprint"

    /// The prints, and the reader's socket.
    private let directory: TemporaryDirectory
    private let daemon: BusDaemon

    /// Starts the bus and waits until it takes connections.
    package init(_ equipment: Equipment = .reader) throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory("state"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        daemon = try BusDaemon(
            .system(with: equipment), variables: Self.environment(directory.path, equipment))
    }

    deinit {
        // They would end by themselves without a bus, but not at once.
        for name in [Self.fprintd, "org.freedesktop.PolicyKit1"] { BusProcesses.kill(name, on: busAddress) }
        daemon.end()
    }

    /// Where the bus is, as `DBUS_SYSTEM_BUS_ADDRESS` names it.
    package var busAddress: String { daemon.address }

    /// What a program has to find in its environment to use this reader.
    package var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": busAddress] }

    /// The reader as this process uses it.
    ///
    /// - Parameter user: whose prints; empty for root's.
    package func reader(user: String = "") -> FingerprintReader {
        FingerprintReader(user: user, bus: .init(busAddress))
    }

    /// Enrols a finger.
    ///
    /// - Parameters:
    ///   - user: whose; empty for root's.
    ///   - print: what the reader will know it by: the same as ``present(_:)`` is given.
    package func enroll(user: String = "", finger: Finger = .rightIndex, print: String = "f1") throws {
        var failure: (any Error)?
        try reader(user: user).enroll(finger) { event in
            switch event {
            case .stage(let passed, let total) where passed == total: break
            case .waiting, .stage, .retry:
                do { try present(print) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// Puts a finger onto the reader.
    package func present(_ print: String) throws { try send("SCAN \(print)") }

    /// Has the reader ask for another try: 0 for no reason, 1 too short, 2 not in the middle, 3 not taken away.
    package func retry(_ reason: Int) throws { try send("RETRY \(reason)") }

    /// Has the reader fail, with a number of libfprint's `FpDeviceError`: 0 for no reason, 5 not speaking its protocol, which
    /// fprintd takes for its being gone, 8 full.
    package func fail(_ reason: Int) throws { try send("ERROR \(reason)") }

    /// Takes the reader away. fprintd notices half a second later.
    package func unplug() throws { try send("UNPLUG") }

    /// Has the reader do something; it does one thing after the other. Waits until a program has claimed it.
    ///
    /// - Parameter command: as libfprint's virtual driver knows it, like `SLEEP 100`.
    package func send(_ command: String) throws { try ReaderSocket(directory.path).send(command) }

    /// Kills fprintd and waits until it has ended. It is started again when it is called.
    package func killDaemon() { BusProcesses.kill(Self.fprintd, on: busAddress) }

    /// Kills the bus; nothing of it comes back.
    package func stopBus() { daemon.end() }

    private static func environment(_ directory: String, _ equipment: Equipment) -> [String: String] {
        var result = ["STATE_DIRECTORY": directory + "/state", "FP_DRIVERS_WHITELIST": "virtual_device"]
        switch equipment {
        case .reader: result["FP_VIRTUAL_DEVICE"] = ReaderSocket.path(directory)
        case .readerThatStores:
            result["FP_VIRTUAL_DEVICE_STORAGE"] = ReaderSocket.path(directory)
            result["FP_DRIVERS_WHITELIST"] = "virtual_device_storage"
        case .noReader, .noDaemon: break
        }
        return result
    }
}
