import AuthenticationTesting
import CLinux
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import AccountPassword

/// A process, whatever becomes of its number.
final class Watched: Sendable {
    private let pidfd: Descriptor

    init(_ pid: pid_t) throws {
        guard let pidfd = Descriptor(clinux_pidfd_open(pid)) else { throw CancellationError() }
        self.pidfd = pidfd
    }

    /// Whether it ends within a minute.
    func ends() -> Bool {
        var question = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 300_000) == 1
    }
}

/// The processes that one has started and not yet waited for (proc(5)).
func children(of pid: pid_t) -> [pid_t] {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .ascii)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
}

/// A helper whose connection a test speaks itself.
final class RawHelper: Sendable {
    let pid: pid_t
    let way: Int32
    private let services: PrivateServices

    init(_ services: PrivateServices) throws {
        guard let ends = PacketPair(),
            let pid = ChildStart.spawn(
                [BuiltHelper.path, PrivateServices.service, services.path], descriptors: [ends.theirs.number])
        else { throw CancellationError() }
        self.pid = pid
        self.services = services
        let ours = ends.takeOurs()
        way = fcntl(ours.number, F_DUPFD_CLOEXEC, 0)
    }

    /// Sends a packet with the end of a connection, and returns the other end.
    func order(_ bytes: [UInt8]) throws -> Int32 {
        guard let ends = PacketPair(), clinux_send_packet(way, bytes, bytes.count, ends.theirs.number) == bytes.count
        else {
            throw CancellationError()
        }
        let ours = ends.takeOurs()
        return fcntl(ours.number, F_DUPFD_CLOEXEC, 0)
    }

    static func order(for user: String) -> [UInt8] { [HelperMessage.order] + Array(user.utf8) }

    /// What the helper says next; nil at the end.
    static func next(_ connection: Int32) -> HelperReply? {
        guard let packet = Packet(from: connection, capacity: 4096) else { return nil }
        return HelperReply(packet.bytes)
    }

    func wait() { _ = retrying { waitpid(pid, nil, 0) } }

    /// Ends it as a killed caller would: the kernel closes its descriptors.
    func closeWay() { shutdown(way, Int32(SHUT_RDWR)) }

    deinit { close(way) }
}
