import Foundation
import KeychainServices
import Secrets

/// The secrets of an item as the second part of a frame: the secret, followed by the further secret parts in the encoding of sealed parts.
package struct SecretPart {
    private let data: Data?
    /// The encoded attributes; overwritten when the part is no longer needed.
    private let attributes: WipedBytes?

    package init(data: Data?, secretAttributes: Attributes) {
        self.data = data
        attributes = secretAttributes.isEmpty ? nil : WipedBytes(AttributeCoding.encode(secretAttributes))
    }

    /// The lengths of the secrets.
    package var layout: WireSecretLayout {
        WireSecretLayout.with {
            if let data {
                $0.hasData_p = true
                $0.dataLength = UInt32(clamping: data.count)
            }
            if let attributes { $0.attributesLength = UInt32(clamping: attributes.count) }
        }
    }

    /// Passes the pieces that follow the message to `body`, valid only during the call.
    package func withPieces<Result, Failure: Error>(
        _ body: ([UnsafeRawBufferPointer]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        // Data's own function cannot declare which errors it throws.
        let outcome = (data ?? Data()).withUnsafeBytes { data in
            Swift.Result { () throws(Failure) in
                guard let attributes else { return try body([data.isEmpty ? empty : data]) }
                return try attributes.withUnsafeBytes { (attributes) throws(Failure) in try body([data, attributes]) }
            }
        }
        return try outcome.get()
    }
}

/// Bytes that are overwritten when the last reference to them ends.
private final class WipedBytes {
    private var bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    deinit { bytes.withUnsafeMutableBytes { wipe($0) } }

    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
}

extension WireSecretLayout {
    /// Returns the secrets in `part`, in memory that is overwritten when it is freed.
    ///
    /// - Throws: `.parameter` if they do not fill the part exactly; `.decode` for further parts that cannot be read.
    package func secrets(
        in part: UnsafeRawBufferPointer
    ) throws(KeychainError) -> (data: Data?, attributes: Attributes) {
        let (ofData, ofAttributes) = (Int(dataLength), Int(attributesLength))
        guard ofData + ofAttributes == part.count, hasData_p || ofData == 0 else {
            throw .unreadable("secrets that do not have the stated lengths")
        }
        let data = hasData_p ? Data(wipedWhenFreed: UnsafeRawBufferPointer(rebasing: part[..<ofData])) : nil
        guard ofAttributes > 0 else { return (data, Attributes()) }
        let attributes = try AttributeCoding.decode(
            UnsafeRawBufferPointer(rebasing: part[ofData...]), wipesData: true)
        return (data, attributes)
    }
}
