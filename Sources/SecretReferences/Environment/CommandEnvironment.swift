import Glibc
import Secrets

/// The environment of a command: that of this process, the variables of environment files, and references in both.
public struct CommandEnvironment: Sendable {
    private enum Value: Sendable {
        case plain([UInt8])
        case template(SecretTemplate)
    }

    /// A reference, and the variable that has it.
    public struct Use: Sendable {
        /// The reference.
        public let reference: SecretReference
        /// The variable, with its file and line if it is from one.
        public let place: String
    }

    private var names: [[UInt8]] = []
    private var values: [[UInt8]: Value] = [:]
    /// The references in all values.
    public private(set) var uses: [Use] = []
    private var usesOfName: [[UInt8]: [Use]] = [:]

    /// Makes an environment.
    ///
    /// - Parameters:
    ///   - inherited: `NAME=VALUE`, each in bytes.
    ///   - files: the variables of files, with the names of the files. They replace inherited ones; of several the last counts.
    ///   - hidden: names that the command does not get.
    /// - Throws: an error that names the variable of a malformed reference.
    public init(
        inherited: [[UInt8]], files: [(name: String, file: EnvironmentFile)] = [], hidden: Set<String> = []
    ) throws(SecretReferenceError) {
        for entry in inherited {
            guard let equals = entry.dropFirst().firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = Array(entry[..<equals])
            guard !hidden.contains(String(decoding: name, as: UTF8.self)) else { continue }
            // The first of several counts, as for getenv(3).
            guard values[name] == nil else { continue }
            try set(name, Array(entry[(equals + 1)...]), place: "variable \(String(decoding: name, as: UTF8.self))")
        }
        for (file, content) in files {
            for variable in content.variables where !hidden.contains(variable.name) {
                try set(
                    Array(variable.name.utf8), variable.value, place: "\(file), line \(variable.line), \(variable.name)"
                )
            }
        }
        uses = names.flatMap { usesOfName[$0] ?? [] }
    }

    private mutating func set(_ name: [UInt8], _ value: [UInt8], place: String) throws(SecretReferenceError) {
        if values[name] == nil { names.append(name) }
        usesOfName[name] = nil
        guard Self.mayHaveReference(value) else {
            values[name] = .plain(value)
            return
        }
        let template: SecretTemplate
        do throws(SecretReferenceError) { template = try SecretTemplate(variable: value) } catch {
            throw error.at(place)
        }
        values[name] = .template(template)
        usesOfName[name] = template.references.map { Use(reference: $0.reference, place: place) }
    }

    private static func mayHaveReference(_ value: [UInt8]) -> Bool {
        let prefix = Array(SecretReference.prefix.utf8)
        guard value.count >= prefix.count else { return false }
        return (0...(value.count - prefix.count)).contains { value[$0...].starts(with: prefix) }
    }

    /// Returns the environment with the values in place of the references.
    ///
    /// - Throws: an error that names the variable, for a value with a byte 0, which no environment can have.
    public func block(
        _ value: (SecretReference) throws(SecretReferenceError) -> SecretValue
    ) throws(SecretReferenceError) -> EnvironmentBlock {
        var entries: [SecretValue] = []
        for name in names {
            switch values[name] {
            case .plain(let bytes)?:
                entries.append(Self.entry(name, SecretBytes(copying: bytes)))
            case .template(let template)?:
                let entry = Self.entry(name, try template.rendered(value))
                guard !entry.withUnsafeBytes({ $0.dropLast().contains(0) }) else {
                    throw SecretReferenceError(
                        "variable \(String(decoding: name, as: UTF8.self)): the value has a byte 0, which no environment can have",
                        remedy: "write it to a file with: chatelaine read REFERENCE -o FILE")
                }
                entries.append(entry)
            case nil: continue
            }
        }
        return EnvironmentBlock(entries)
    }

    /// Returns `NAME=VALUE` with a byte 0 at its end.
    private static func entry(_ name: [UInt8], _ value: consuming SecretBytes) -> SecretValue {
        let size = name.count + 1 + value.count + 1
        return SecretValue(
            SecretBytes(count: size) { buffer in
                buffer.copyBytes(from: name)
                buffer[name.count] = UInt8(ascii: "=")
                value.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[(name.count + 1)...]).copyBytes(from: $0)
                }
                buffer[size - 1] = 0
            })
    }
}

/// The environment of a command as execve(2) takes it, in guarded memory.
public final class EnvironmentBlock: Sendable {
    private let entries: [SecretValue]

    init(_ entries: [SecretValue]) { self.entries = entries }

    /// Calls `body` with the array of pointers, which ends with a null pointer.
    func withPointers<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        withExtendedLifetime(entries) {
            var pointers: [UnsafeMutablePointer<CChar>?] = entries.map { entry in
                // The memory stays where it is for as long as the entry lives.
                entry.withUnsafeBytes { bytes in
                    bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: CChar.self)) }
                }
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { preconditionFailure("the array has an element") }
                return body(start)
            }
        }
    }
}
