import Glibc
import LinuxSupport
import Testing

@Suite struct DescriptorTests {
    @Test func descriptorClosesItself() throws {
        var number: Int32 = -1
        do {
            let file = try #require(Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)))
            number = file.number
            #expect(fcntl(number, F_GETFD) >= 0)
        }
        // Another test's thread may have opened a file under the number meanwhile: no /dev/null then.
        var (closed, device) = (stat(), stat())
        #expect(stat("/dev/null", &device) == 0)
        #expect(fstat(number, &closed) != 0 || closed.st_rdev != device.st_rdev)
    }

    @Test func failedCallIsNoDescriptor() {
        #expect(Descriptor(-1) == nil)
    }

    @Test func fileIsReadAsFarAsItGoes() throws {
        let file = try #require(Descriptor(memfd_create("test", 0)))
        let written = [UInt8](0..<100).withUnsafeBytes { file.write($0) }
        #expect(written.written == 100 && written.errno == 0)
        var bytes = [UInt8](repeating: 0, count: 200)
        let read = bytes.withUnsafeMutableBytes { file.read(into: $0) }
        #expect(read.count == 100 && read.errno == 0)
        #expect(Array(bytes[..<100]) == [UInt8](0..<100))
        #expect(file.synchronize() == 0)
    }

    @Test func errorsAreReported() throws {
        let file = try #require(Descriptor(open("/dev/full", O_RDWR | O_CLOEXEC)))
        let written = [UInt8](0..<10).withUnsafeBytes { file.write($0) }
        #expect(written.written == 0 && written.errno == ENOSPC)
        let directory = try #require(Descriptor(open("/", O_RDONLY | O_CLOEXEC)))
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(bytes.withUnsafeMutableBytes { directory.read(into: $0) }.errno == EISDIR)
    }
}

@Suite struct CancellationTests {
    @Test func cancellationLasts() {
        let cancellation = Cancellation()
        #expect(!cancellation.isCancelled)
        cancellation.cancel()
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(cancellation.isCancelled)
    }
}

@Suite struct SharedLibraryTests {
    @Test func missingLibraryIsNamed() {
        #expect(throws: MissingLibrary.self) { try SharedLibrary("libchatelaine-nowhere.so.0") }
    }
}
