/// The part of the backend that reads and writes files of keys and certificates.
package protocol ExchangeBackend: Sendable {
    /// Implements `SecPKCS12Import`.
    func importPKCS12(
        _ data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus
    /// Implements `SecItemImport`.
    func importItems(
        _ data: CFData, _ format: inout SecExternalFormat, _ type: inout SecExternalItemType, _ keys: KeyImport,
        _ keychain: SecKeychain?, _ items: UnsafeMutablePointer<CFArray?>?
    ) -> OSStatus
    /// Implements `SecItemExport`.
    func exportItems(
        _ items: CFTypeRef, _ format: SecExternalFormat, _ flags: SecItemImportExportFlags, _ keys: KeyImport,
        _ data: UnsafeMutablePointer<CFData?>
    ) -> OSStatus
}
