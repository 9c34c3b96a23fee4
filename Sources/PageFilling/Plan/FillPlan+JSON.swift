import PasswordVault
import Secrets

extension FillPlan {
    /// Returns the plan as JSON, which is in guarded memory from the first byte to the last.
    ///
    /// A general encoder would leave passwords in strings and buffers that are not wiped. The subset of JSON that a
    /// plan needs is therefore written here: strings are UTF-8 with three kinds of escapes (RFC 8259, 7).
    package func json() -> SecretBytes {
        var counter = JSONCounter()
        write(to: &counter)
        return SecretBytes(count: counter.count) { target in
            var writer = JSONWriter(target: target)
            write(to: &writer)
        }
    }

    private func write(to output: inout some JSONOutput) {
        output.raw(#"{"version":1,"fill":["#)
        for (index, step) in steps.enumerated() {
            output.raw(index == 0 ? #"{"field":""# : #",{"field":""#)
            output.escaped(step.field.utf8)
            output.raw(#"","value":""#)
            switch step.value {
            case .text(let text): output.escaped(text.utf8)
            case .secret(let secret): secret.withUnsafeBytes { output.escaped($0) }
            }
            output.raw(#""}"#)
        }
        output.raw("]}")
    }
}

/// An output for the bytes of a JSON text.
private protocol JSONOutput {
    mutating func append(_ byte: UInt8)
}

extension JSONOutput {
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    mutating func escaped(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20:
                raw(#"\u00"#)
                append(Self.digit(byte >> 4))
                append(Self.digit(byte & 15))
            default: append(byte)
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}

private struct JSONCounter: JSONOutput {
    var count = 0
    mutating func append(_ byte: UInt8) { count += 1 }
}

private struct JSONWriter: JSONOutput {
    let target: UnsafeMutableRawBufferPointer
    var next = 0

    mutating func append(_ byte: UInt8) {
        guard next < target.count else { return }
        target[next] = byte
        next += 1
    }
}
