/// The fields of `/proc/PID/stat` (proc(5)).
struct StatLine: Equatable {
    /// The process that has started this one, or has inherited it.
    let parent: Int32
    let session: Int32
    let terminalDevice: UInt32
    /// The start time, in clock ticks since the system started.
    let startTime: UInt64

    /// - Throws: `.malformed`.
    init(_ text: [UInt8]) throws(IdentificationFailure) {
        // The second field is a name that the process chose, in parentheses. It may contain spaces, newlines and parentheses, but the last
        // parenthesis is the kernel's: only numbers and a letter follow it.
        guard let name = text.lastIndex(of: UInt8(ascii: ")")) else { throw .malformed }
        let fields = text[(name + 1)...].split(maxSplits: 40) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        func field<Value: FixedWidthInteger>(_ number: Int) throws(IdentificationFailure) -> Value {
            // Fields are counted from one, and the first two precede.
            guard fields.indices.contains(number - 3), let value = fields[number - 3].decimal(Value.self) else {
                throw .malformed
            }
            return value
        }
        parent = try field(4)
        session = try field(6)
        terminalDevice = UInt32(bitPattern: try field(7))
        startTime = try field(22)
    }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        try self.init(process.contents("stat", limit: 4096))
    }
}
