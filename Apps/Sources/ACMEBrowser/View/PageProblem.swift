import CWebKit

/// A reason for which the window shows no page.
enum PageProblem {
    /// The page could not be loaded.
    case failed(address: String, reason: String)
    /// The certificate is not trusted.
    case untrusted(Refused)
    /// The process of the page has ended.
    case ended
    /// The page opened too many dialogs.
    case tooManyDialogs

    /// A page whose certificate is not trusted.
    struct Refused {
        let address: String
        let host: String
        let certificate: KeptCertificate
        /// `GTlsCertificateFlags`.
        let errors: UInt32
    }
}

/// A reference to a certificate.
@MainActor final class KeptCertificate {
    let raw: UnsafeMutablePointer<GTlsCertificate>

    init(_ raw: UnsafeMutablePointer<GTlsCertificate>) {
        self.raw = raw
        g_object_ref(raw)
    }

    isolated deinit { g_object_unref(raw) }
}
