import CLibCrypto
import Secrets

/// The numbers of an RSA private key with two primes, the most significant byte first. The memory is borrowed.
/// Specified in: RFC 8017, 3.2.
package struct RSANumbers {
    package let modulus: UnsafeRawBufferPointer
    package let publicExponent: UnsafeRawBufferPointer
    package let privateExponent: UnsafeRawBufferPointer
    package let prime1: UnsafeRawBufferPointer
    package let prime2: UnsafeRawBufferPointer
    package let exponent1: UnsafeRawBufferPointer
    package let exponent2: UnsafeRawBufferPointer
    package let coefficient: UnsafeRawBufferPointer

    /// - Parameter numbers: the eight numbers in the order of RFC 8017, A.1.2.
    package init?(_ numbers: [UnsafeRawBufferPointer]) {
        guard numbers.count == 8 else { return nil }
        modulus = numbers[0]
        publicExponent = numbers[1]
        privateExponent = numbers[2]
        prime1 = numbers[3]
        prime2 = numbers[4]
        exponent1 = numbers[5]
        exponent2 = numbers[6]
        coefficient = numbers[7]
    }

    /// Whether the numbers belong together: a private key whose modulus is another key's would sign, and its public half would not verify.
    ///
    /// The factors are not tested for being prime, which takes a second for a large key.
    package func areConsistent(_ library: CryptoLibrary) throws(CryptoError) -> Bool {
        try library.marked { mark throws(CryptoError) in
            let arithmetic = try Arithmetic(library, mark)
            let one = try arithmetic.number(prime1)
            let other = try arithmetic.number(prime2)
            let exponent = try arithmetic.number(privateExponent)
            let publicExponent = try arithmetic.number(publicExponent)
            let coefficient = try arithmetic.number(coefficient)
            let modulus = try arithmetic.number(modulus)
            guard arithmetic.equals(arithmetic.product(one, other), modulus), arithmetic.isLess(exponent, modulus),
                arithmetic.isLess(coefficient, one),
                arithmetic.isOne(arithmetic.remainder(arithmetic.product(coefficient, other), one))
            else { return false }
            for (prime, reduced) in [(prime1, exponent1), (prime2, exponent2)] {
                let order = try arithmetic.predecessor(prime)
                guard arithmetic.isOne(arithmetic.remainder(arithmetic.product(exponent, publicExponent), order)),
                    arithmetic.equals(arithmetic.remainder(exponent, order), try arithmetic.number(reduced))
                else { return false }
            }
            return true
        }
    }
}

extension CryptoLibrary {
    /// Returns an exponent of the Chinese remainder theorem: the private exponent modulo the prime less one (RFC 8017, 3.2).
    ///
    /// Files of OpenSSH leave these numbers out.
    ///
    /// - Throws: an error also for a prime of zero or one.
    package func reducedExponent(
        _ privateExponent: UnsafeRawBufferPointer, prime: UnsafeRawBufferPointer
    ) throws(CryptoError) -> SecretBytes {
        try marked { mark throws(CryptoError) in
            let arithmetic = try Arithmetic(self, mark)
            let order = try arithmetic.predecessor(prime)
            let reduced = arithmetic.remainder(try arithmetic.number(privateExponent), order)
            return try arithmetic.bytes(reduced, count: prime.count)
        }
    }
}

/// Calculations with large secret numbers, which are overwritten at the end. An operand of `nil` is a result that there was not.
private final class Arithmetic {
    private let functions: clibcrypto_functions
    private let mark: ErrorMark
    private let scratch: OpaquePointer
    private var numbers: [OpaquePointer] = []

    init(_ library: CryptoLibrary, _ mark: ErrorMark) throws(CryptoError) {
        functions = library.functions.pointee
        self.mark = mark
        scratch = try mark.made(functions.BN_CTX_secure_new_ex(library.context))
    }

    deinit {
        for number in numbers { functions.BN_clear_free(number) }
        functions.BN_CTX_free(scratch)
    }

    func number(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> OpaquePointer {
        let number = try mark.made(functions.BN_bin2bn(bytes.bytes, Int32(clamping: bytes.count), nil))
        functions.BN_set_flags(number, Int32(clibcrypto_constant_time))
        numbers.append(number)
        return number
    }

    /// Returns a number with zeros in front.
    func bytes(_ number: OpaquePointer?, count: Int) throws(CryptoError) -> SecretBytes {
        guard let number else { throw CryptoError(.failed) }
        return try SecretBytes(count: count) { bytes throws(CryptoError) in
            try mark.check(functions.BN_bn2binpad(number, bytes.bytes, Int32(clamping: count)) >= 0)
        }
    }

    func product(_ one: OpaquePointer?, _ other: OpaquePointer?) -> OpaquePointer? {
        result { functions.BN_mul($0, one, other, scratch) }
    }

    func remainder(_ number: OpaquePointer?, _ modulus: OpaquePointer?) -> OpaquePointer? {
        guard let number, let modulus else { return nil }
        return result { functions.BN_nnmod($0, number, modulus, scratch) }
    }

    /// Returns the number less one.
    func predecessor(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> OpaquePointer? {
        let number = try number(bytes)
        return functions.BN_sub_word(number, 1) > 0 ? number : nil
    }

    func equals(_ one: OpaquePointer?, _ other: OpaquePointer?) -> Bool {
        guard let one, let other else { return false }
        return functions.BN_cmp(one, other) == 0
    }

    func isLess(_ one: OpaquePointer, _ other: OpaquePointer) -> Bool { functions.BN_cmp(one, other) < 0 }

    func isOne(_ number: OpaquePointer?) -> Bool {
        guard let number else { return false }
        return functions.BN_is_one(number) == 1
    }

    private func result(_ calculate: (OpaquePointer) -> Int32) -> OpaquePointer? {
        guard let number = functions.BN_new() else { return nil }
        functions.BN_set_flags(number, Int32(clibcrypto_constant_time))
        numbers.append(number)
        return calculate(number) > 0 ? number : nil
    }
}
