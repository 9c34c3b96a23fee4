import Secrets

/// A greyscale image with one byte per pixel, from black to white. Wiped when it is released.
final class GrayImage {
    let width: Int
    let height: Int
    let pixels: UnsafeMutableRawBufferPointer

    /// The maximum side and number of pixels of an image that is decoded: enough for a photograph from a phone.
    static let longestSide = 16_384
    static let maximumPixels = 64_000_000

    /// Makes a white image.
    ///
    /// - Throws: if the image would be too large.
    init(width: Int, height: Int) throws(QRCodeError) {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
            width * height <= Self.maximumPixels
        else {
            throw QRCodeError(
                "the image has a side of more than \(Self.longestSide) or more than \(Self.maximumPixels) pixels",
                remedy: "crop the image to the QR code")
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
