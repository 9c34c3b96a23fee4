import AsymmetricKeys
import Foundation
import KeychainServices

extension WireUseKey {
    /// Creates a request to use a private key. Its input, and after it the shared information, are the second part of the frame.
    package init(_ key: PrivateKeyReference, _ request: PrivateKeyRequest) {
        switch key {
        case .item(let reference): persistentReference = reference.data
        case .sealed(let sealed): sealedKey = Data(sealed.bytes)
        }
        operation = UInt32(request.operation.rawValue)
        algorithm = request.algorithm.identifier
        keyType = UInt32(request.type.rawValue)
        inputLength = UInt32(clamping: request.input.count)
        if let count = request.parameters.count { requestedSize = UInt64(clamping: count) }
    }

    /// Returns the contents of the request.
    ///
    /// - Parameter part: the second part of the frame.
    /// - Throws: `.parameter` for what does not exist, and lengths that are wrong or above the limit; `.unimplemented` for an algorithm that
    ///   this version does not have.
    package func decoded(
        _ part: UnsafeRawBufferPointer
    ) throws(KeychainError) -> (key: PrivateKeyReference, request: PrivateKeyRequest) {
        guard let operation = KeyOperation(rawValue: Int(operation)), let type = KeyType(rawValue: Int(keyType)) else {
            throw .unreadable("an unknown operation or type of a key")
        }
        let identifier = algorithm
        let algorithm = try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try KeyAlgorithm(identifier: identifier)
        }
        guard let length = Int(exactly: inputLength), length <= part.count else {
            throw .unreadable("an input whose length differs from the stated one")
        }
        let parameters = ExchangeParameters(
            count: hasRequestedSize ? Int(clamping: requestedSize) : nil, sharedInfo: Array(part[length...]))
        let request = PrivateKeyRequest(
            operation, algorithm, type: type, input: Array(part[..<length]), parameters: parameters)
        try request.checkSize()
        return (try reference(), request)
    }

    private func reference() throws(KeychainError) -> PrivateKeyReference {
        guard sealedKey.isEmpty else { return .sealed(try SealedKey([UInt8](sealedKey))) }
        return .item(try PersistentReference(data: persistentReference))
    }

    package init(_ key: PersistentReference, _ request: PrivateKeyRequest) { self.init(.item(key), request) }
}

extension WireMadeKey {
    package init(_ key: MadeKey) {
        item = WireItem(key.item, SecretPart(data: nil, secretAttributes: [:]))
        if let sealed = key.sealed { sealedKey = Data(sealed.bytes) }
    }

    /// - Throws: `.parameter` for a message that cannot be read.
    package func decoded() throws(KeychainError) -> MadeKey {
        MadeKey(
            item: try Item(item, UnsafeRawBufferPointer(start: nil, count: 0)),
            sealed: sealedKey.isEmpty ? nil : try SealedKey([UInt8](sealedKey)))
    }
}
