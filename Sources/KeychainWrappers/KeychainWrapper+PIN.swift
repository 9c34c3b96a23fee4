#if canImport(CSodium)
    import CSodium
    import Foundation
    import Security

    // Not on Apple's systems, which have no libsodium: there a program asks for the device's passcode instead of its own PIN.

    extension KeychainWrapper {
        /// The identifier under which the verifier of the PIN is stored.
        static let pinVerifierIdentifier = "KeychainWrapper.pin"

        /// The cost of checking one PIN.
        struct PINCost {
            let passes: UInt64
            /// The memory in bytes.
            let memory: Int

            /// About half a second: what libsodium recommends for moderately important secrets, three passes over 256 MiB.
            static let usual = PINCost(
                passes: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())
        }

        /// Stores an Argon2id verifier of a PIN, with a salt of its own, and not the PIN itself.
        ///
        /// Takes about half a second, and 256 MiB of memory. Only on Linux.
        ///
        /// - Parameter pin: the PIN, as the user has entered it; it replaces the previous one.
        /// - Returns: whether it is stored; false if the keychain is locked or cannot be written, or memory is exhausted.
        @discardableResult public static func setPIN(_ pin: String) -> Bool { setPIN(pin, cost: .usual) }

        /// Returns whether a PIN is the one that was set by ``setPIN(_:)``. Compares in constant time.
        ///
        /// Takes about half a second, and 256 MiB of memory. Only on Linux. The program has to limit the number of attempts.
        ///
        /// - Parameter pin: the PIN, as the user has entered it.
        /// - Returns: false also if none is set, the keychain is locked, or memory is exhausted.
        public static func verifyPIN(_ pin: String) -> Bool {
            guard sodium_init() >= 0, var verifier = searchKeychainCopyMatchingIdentifier(pinVerifierIdentifier) else {
                return false
            }
            // libsodium reads up to the first zero byte.
            verifier.append(0)
            var pin = Array(pin.utf8CString)
            defer { sodium_memzero(&pin, pin.count) }
            return verifier.withUnsafeBytes { bytes in
                let text = bytes.assumingMemoryBound(to: CChar.self)
                guard let start = text.baseAddress else { return false }
                return crypto_pwhash_str_verify(start, pin, UInt64(pin.count - 1)) == 0
            }
        }

        static func setPIN(_ pin: String, cost: PINCost) -> Bool {
            guard sodium_init() >= 0 else { return false }
            var verifier = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
            var pin = Array(pin.utf8CString)
            defer { sodium_memzero(&pin, pin.count) }
            guard crypto_pwhash_str(&verifier, pin, UInt64(pin.count - 1), cost.passes, cost.memory) == 0 else {
                return false
            }
            let text = Data(verifier.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
            return StoredItem(identifier: pinVerifierIdentifier).save([kSecValueData as String: text])
        }
    }
#endif
