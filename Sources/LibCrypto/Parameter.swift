import CLibCrypto

/// A named parameter of an algorithm or a key. Buffers are borrowed for the call.
/// Specified in: OpenSSL 3.0, OSSL_PARAM(3).
package struct Parameter {
    enum Value {
        case text(StaticString)
        case size(Int)
        case octets(UnsafeRawBufferPointer)
        case number(UnsafeRawBufferPointer)
    }

    let name: StaticString
    let value: Value

    /// A name, such as that of a curve.
    package static func text(_ name: StaticString, _ text: StaticString) -> Parameter {
        Parameter(name: name, value: .text(text))
    }

    /// A size.
    package static func size(_ name: StaticString, _ size: Int) -> Parameter {
        Parameter(name: name, value: .size(size))
    }

    /// Bytes.
    package static func octets(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> Parameter {
        Parameter(name: name, value: .octets(bytes))
    }

    /// An unsigned number, the least significant byte first.
    package static func number(_ name: StaticString, littleEndian bytes: UnsafeRawBufferPointer) -> Parameter {
        Parameter(name: name, value: .number(bytes))
    }

    private var size: Int {
        if case .size(let size) = value { size } else { 0 }
    }

    private func native(_ size: UnsafeMutablePointer<Int>) -> ossl_param_st {
        switch value {
        case .text(let text):
            Self.native(name, clibcrypto_text, UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount)
        case .size: Self.native(name, clibcrypto_integer, UnsafeRawPointer(size), MemoryLayout<Int>.size)
        case .octets(let bytes): Self.native(name, clibcrypto_octets, bytes.baseAddress, bytes.count)
        case .number(let bytes): Self.native(name, clibcrypto_unsigned_integer, bytes.baseAddress, bytes.count)
        }
    }

    static func native(
        _ name: StaticString, _ type: Int, _ data: UnsafeRawPointer?, _ count: Int
    ) -> ossl_param_st {
        UnsafeRawPointer(name.utf8Start).withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
            // OSSL_PARAM has one type for input and output; input is only read.
            ossl_param_st(
                key: $0, data_type: UInt32(type), data: UnsafeMutableRawPointer(mutating: data), data_size: count,
                return_size: Int.max)
        }
    }

    /// Whether both lists are the same texts and sizes in the same order. Constants are compared by their place, buffers never are the same.
    static func areSame(_ one: [Parameter], _ other: [Parameter]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
    }

    private func isSame(as other: Parameter) -> Bool {
        guard name.utf8Start == other.name.utf8Start else { return false }
        switch (value, other.value) {
        case (.text(let one), .text(let other)): return one.utf8Start == other.utf8Start
        case (.size(let one), .size(let other)): return one == other
        default: return false
        }
    }

    /// Calls `body` with OpenSSL's form of the parameters.
    static func withNative<Result>(
        _ parameters: [Parameter], _ body: (UnsafeMutablePointer<ossl_param_st>?) -> Result
    ) -> Result {
        var sizes = parameters.map(\.size) + [0]
        return sizes.withUnsafeMutableBufferPointer { sizes in
            var native = parameters.indices.compactMap { index in
                sizes.baseAddress.map { parameters[index].native($0 + index) }
            }
            native.append(ossl_param_st())
            return native.withUnsafeMutableBufferPointer { body($0.baseAddress) }
        }
    }
}
