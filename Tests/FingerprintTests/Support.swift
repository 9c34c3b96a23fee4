import CSystemd
import Fingerprint
import FingerprintTesting
import Foundation
import LinuxSupport
import TestSupport
import Testing

/// The error that something ends with; nil if it goes well.
func kind(_ body: () throws(ReaderError) -> Void) -> ReaderError.Kind? {
    do throws(ReaderError) {
        try body()
        return nil
    } catch { return error.kind }
}

extension VirtualReader {
    /// Verifies, with one thing that happens while the reader waits.
    func verify(
        _ reader: FingerprintReader? = nil, cancellation: Cancellation = Cancellation(),
        _ whileWaiting: () throws -> Void
    ) throws -> FingerprintReader.Match {
        var failure: (any Error)?
        defer { if let failure { Issue.record(failure) } }
        return try (reader ?? self.reader()).verify(cancellation: cancellation) { event in
            guard case .waiting = event else { return }
            do { try whileWaiting() } catch { failure = error }
        }
    }

    /// The error that such a verification ends with.
    func kindOfVerification(
        _ reader: FingerprintReader? = nil, cancellation: Cancellation = Cancellation(),
        _ whileWaiting: () throws -> Void = {}
    ) throws -> ReaderError.Kind? {
        do {
            _ = try verify(reader, cancellation: cancellation, whileWaiting)
            return nil
        } catch let error as ReaderError { return error.kind }
    }
}

/// A user who is not root and has done nothing.
let ordinaryUser: uid_t = 65534

/// Another program that does something with the reader as a user.
func probe(_ user: uid_t, _ words: String..., on bus: String) throws -> ChildProcess {
    try start(["fingerprint-probe", "\(user)"] + words, ["DBUS_SYSTEM_BUS_ADDRESS": bus], errors: .null)
}

/// Starts a program that was built with the tests.
func start(
    _ words: [String], _ variables: [String: String], errors: ChildProcess.Stream
) throws -> ChildProcess {
    try ChildProcess(
        [BuiltPrograms.path(words[0])] + words.dropFirst(),
        variables: ChildProcess.inherited("PATH").merging(variables) { $1 }, input: .piped, errors: errors)
}

/// A program on the bus that sends what only others may send.
final class Forger {
    private let bus: OpaquePointer

    init(_ address: String) throws {
        var new: OpaquePointer?
        try #require(sd_bus_new(&new) >= 0)
        bus = try #require(new)
        try #require(sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0)
        try #require(sd_bus_start(bus) >= 0)
    }

    deinit { sd_bus_close_unref(bus) }

    /// Addresses a signal to every connection, and returns when the bus has passed it on.
    func emit(_ path: String, _ interface: String, _ member: String, _ text: [String], _ flag: Bool? = nil) throws {
        for name in try ask("ListNames", { try self.names($0) }) where name.hasPrefix(":") {
            var new: OpaquePointer?
            try #require(sd_bus_message_new_signal(bus, &new, path, interface, member) >= 0)
            let signal = try #require(new)
            defer { sd_bus_message_unref(signal) }
            for part in text { sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "s")), part) }
            if let flag {
                var value: Int32 = flag ? 1 : 0
                sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "b")), &value)
            }
            try #require(sd_bus_message_set_destination(signal, name) >= 0 && sd_bus_send(bus, signal, nil) >= 0)
        }
        try ask("GetId") { _ in }
    }

    private func ask<Answer>(_ member: String, _ read: (OpaquePointer) throws -> Answer) throws -> Answer {
        var call: OpaquePointer?
        var answer: OpaquePointer?
        defer {
            sd_bus_message_unref(call)
            sd_bus_message_unref(answer)
        }
        let daemon = "org.freedesktop.DBus"
        try #require(
            sd_bus_message_new_method_call(bus, &call, daemon, "/org/freedesktop/DBus", daemon, member) >= 0)
        try #require(sd_bus_call(bus, call, 10_000_000, nil, &answer) >= 0)
        return try read(try #require(answer))
    }

    private func names(_ answer: OpaquePointer) throws -> [String] {
        try #require(sd_bus_message_enter_container(answer, CChar(UInt8(ascii: "a")), "s") > 0)
        var names: [String] = []
        var text: UnsafePointer<CChar>?
        while sd_bus_message_read_basic(answer, CChar(UInt8(ascii: "s")), &text) > 0, let text {
            names.append(String(cString: text))
        }
        return names
    }
}
