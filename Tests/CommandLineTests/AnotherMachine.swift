import Foundation
import Testing

/// What a copy of a keychain's file takes along, and what it leaves.
extension CommandLineTool {
    private var data: URL { home.appendingPathComponent("keychain/data") }
    private var keychains: URL { data.appendingPathComponent("keychains") }

    /// The file of a keychain, without its log.
    func file(of keychain: String) -> URL { keychains.appendingPathComponent(keychain + ".keychain") }

    var deviceKey: URL { data.appendingPathComponent("device.key") }

    /// Copies the file of a keychain, and nothing else, to where another home has it.
    func copyFile(of keychain: String, to other: CommandLineTool) throws {
        let target = other.file(of: keychain)
        try FileManager.default.createDirectory(at: other.keychains, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: file(of: keychain), to: target)
    }

    /// Copies the device key, with which a copy opens as the original does.
    func copyDeviceKey(to other: CommandLineTool) throws {
        try FileManager.default.copyItem(at: deviceKey, to: other.deviceKey)
    }

    /// The names of the logs of keychains that are not empty.
    func logs() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: keychains.path).filter { $0.hasSuffix("-wal") }.filter {
            try FileManager.default.attributesOfItem(atPath: keychains.path + "/" + $0)[.size] as? Int != 0
        }.sorted()
    }
}

/// A machine that a file is copied to.
enum Machine: CaseIterable {
    case empty, withKeychain, withAgent

    func home() throws -> (tool: CommandLineTool, agent: RunningAgent?) {
        let tool = try CommandLineTool()
        if self != .empty { #expect(try tool.run("set", "own", "kim", input: "own").status == 0) }
        return (tool, self == .withAgent ? try RunningAgent(tool) : nil)
    }
}
