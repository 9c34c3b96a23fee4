import Foundation
import Secrets

/// The password of a file, or its absence.
///
/// A text has several encodings as a password: letters with accents may be one character or two, and PKCS #12 knows no password and the
/// empty one. All forms of the same text are tried.
package struct Passphrase: Sendable {
    /// One form: UTF-8, or no password.
    final class Form: Sendable {
        let utf8: SecretBytes
        let isAbsent: Bool

        init(_ utf8: consuming SecretBytes, isAbsent: Bool = false) {
            self.utf8 = utf8
            self.isAbsent = isAbsent
        }

        /// The form of PKCS #12: UTF-16, the most significant byte first, with a zero at the end; nothing for no password.
        ///
        /// Specified in: RFC 7292, B.1.
        func utf16() throws(ExchangeError) -> SecretBytes {
            guard !isAbsent else { return SecretBytes(zeros: 0) }
            // One byte of UTF-8 is at most one unit of UTF-16.
            let units = SecretBytes(zeros: 2 * (utf8.count + 1))
            return try fill(units)
        }

        private func fill(_ buffer: consuming SecretBytes) throws(ExchangeError) -> SecretBytes {
            var buffer = buffer
            var (count, isInvalid) = (0, false)
            buffer.withUnsafeMutableBytes { output in
                utf8.withUnsafeBytes { input in
                    isInvalid = transcode(
                        input.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true
                    ) { unit in
                        output[count] = UInt8(unit >> 8)
                        output[count + 1] = UInt8(unit & 0xFF)
                        count += 2
                    }
                }
            }
            guard !isInvalid else { throw ExchangeError(.wrongPassphrase) }
            return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<(count + 2)])) }
        }
    }

    /// Whether the caller gave a password.
    package let isGiven: Bool
    /// The forms in the order in which they are tried.
    let forms: [Form]

    /// No password.
    package static let none = Passphrase(isGiven: false, [absent, empty])
    private static let absent = Form(SecretBytes(zeros: 0), isAbsent: true)
    private static let empty = Form(SecretBytes(zeros: 0))

    private init(isGiven: Bool, _ forms: [Form]) {
        self.isGiven = isGiven
        self.forms = forms
    }

    /// A password as UTF-8.
    package init(utf8: consuming SecretBytes) {
        isGiven = true
        forms = utf8.count == 0 ? [Self.empty, Self.absent] : [Form(utf8)]
    }

    /// A password as text: as it is, and with composed letters.
    package init(_ text: String) {
        isGiven = true
        let composed = text.precomposedStringWithCanonicalMapping
        let isSame = composed.utf8.elementsEqual(text.utf8)
        let texts = isSame ? [text] : [text, composed]
        forms = text.isEmpty ? [Self.empty, Self.absent] : texts.map { Form(SecretBytes(copying: $0.utf8)) }
    }

    /// Returns the first result that a form leads to.
    ///
    /// - Parameter body: throws `.wrongPassphrase` if the form is not the right one.
    func tryForms<Result: ~Copyable>(
        _ body: (Form) throws(ExchangeError) -> Result
    ) throws(ExchangeError) -> Result {
        for form in forms {
            do throws(ExchangeError) {
                return try body(form)
            } catch { guard error.kind == .wrongPassphrase else { throw error } }
        }
        throw ExchangeError(isGiven ? .wrongPassphrase : .passphraseRequired)
    }

    /// Returns the form in which new files are encrypted.
    func formForWriting() throws(ExchangeError) -> Form {
        guard isGiven, let form = forms.last(where: { !$0.isAbsent }) else {
            throw ExchangeError(.passphraseRequired)
        }
        return form
    }
}
