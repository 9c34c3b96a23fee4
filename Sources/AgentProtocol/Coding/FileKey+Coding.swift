import Foundation
import KeyManagement
import KeychainServices

extension WireWrapFileKey {
    /// Creates a request to wrap the key of a file.
    package init(_ fileClass: FileProtectionClass, fileID: [UInt8], group: String?) {
        self.fileClass = UInt32(fileClass.rawValue)
        self.fileID = Data(fileID)
        self.group = group ?? ""
    }

    /// Returns the contents of the request.
    ///
    /// - Throws: `.parameter` for a class that does not exist, or a file id of another size.
    package func decoded() throws(KeychainError) -> (fileClass: FileProtectionClass, fileID: [UInt8], group: String?) {
        guard fileID.count == WrappedFileKey.fileIDSize else {
            throw KeychainError(.parameter, "a file id must have 16 bytes")
        }
        return (try FileProtectionClass(wire: fileClass), Array(fileID), group.isEmpty ? nil : group)
    }
}

extension WireWrappedFileKey {
    /// Creates the message for a wrapped key.
    package init(_ wrapped: WrappedFileKey) {
        fileClass = UInt32(wrapped.fileClass.rawValue)
        fileID = Data(wrapped.fileID)
        group = wrapped.group
        keyNumber = wrapped.keyNumber
        self.wrapped = Data(wrapped.bytes)
    }

    /// Returns the wrapped key in the message.
    ///
    /// - Throws: `.parameter` for invalid sizes, or a class that does not exist.
    package func decoded() throws(KeychainError) -> WrappedFileKey {
        let decoded = WrappedFileKey(
            fileClass: try FileProtectionClass(wire: fileClass), fileID: Array(fileID), group: group,
            keyNumber: keyNumber, bytes: Array(wrapped))
        guard let decoded else { throw KeychainError(.parameter, "the wrapped key of a file has the wrong size") }
        return decoded
    }
}

extension FileProtectionClass {
    fileprivate init(wire: UInt32) throws(KeychainError) {
        guard let known = UInt8(exactly: wire).flatMap(Self.init) else {
            throw KeychainError(.parameter, "there is no protection class \(wire) of files")
        }
        self = known
    }
}
