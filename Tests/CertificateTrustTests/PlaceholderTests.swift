import Testing

@testable import CertificateTrust
