import Secrets

/// An image with one byte for each of its pixels, from black to white. Wiped when it is let go.
final class GrayImage {
    let width: Int
    let height: Int
    let pixels: UnsafeMutableRawBufferPointer

    /// The longest side and the most pixels of an image that is decoded: a telephone's photograph, not a poster.
    static let longestSide = 16_384
    static let mostPixels = 64_000_000

    /// White.
    ///
    /// - Throws: if the image would be too large.
    init(width: Int, height: Int) throws(QRCodeError) {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
            width * height <= Self.mostPixels
        else {
            throw QRCodeError(
                "the image has a side of more than \(Self.longestSide) or more than \(Self.mostPixels) pixels",
                remedy: "cut out the QR code")
        }
        self.width = width
        self.height = height
        pixels = .allocate(byteCount: width * height, alignment: 1)
        pixels.initializeMemory(as: UInt8.self, repeating: 255)
    }

    deinit {
        wipe(pixels)
        pixels.deallocate()
    }

    /// Swaps black and white.
    func invert() {
        for index in pixels.indices { pixels[index] = ~pixels[index] }
    }
}
