import AsymmetricKeys

/// Input that an attacker may send, and numbers near its limits.
enum BadInput {
    static let ecdsa = KeyAlgorithm.ecdsa(.x962, .message(.sha256))
    static let fixed = KeyAlgorithm.ecdsa(.rfc4754, .message(.sha256))
    static let message = Array("message".utf8)

    /// The order of P-256 (FIPS 186-4, D.1.2.3).
    static let order = [UInt8](hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    /// The prime of P-256.
    static let prime = [UInt8](hex: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")

    /// The number plus or minus small ones, without the carry that these do not need.
    static func order(plus delta: Int) -> [UInt8] { order.dropLast() + [UInt8(Int(order[31]) + delta)] }

    static func difference(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var borrow = 0
        var result = [UInt8](repeating: 0, count: one.count)
        for index in one.indices.reversed() {
            let digit = Int(one[index]) - Int(other[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[index] = UInt8(digit + borrow * 256)
        }
        return result
    }
}
