import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Files that were changed, cut off or made to do harm end in an error, and never in a crash.
struct ArchiveHostileTests {
    private func sample() -> ExportedItem {
        var item = VaultItem(.login, title: "Title")
        item["password"] = .text("secret word")
        return ExportedItem(
            item, attachments: [ImportedAttachment(name: "a", content: AttachmentBytes(Data("hello".utf8)))])
    }

    @Test func changedChatelaineFileIsRefusedAtEveryByte() throws {
        let (data, _) = try ArchiveSample.file(ChatelaineFormat(), [sample()], password: "pass")
        for index in data.indices {
            var copy = data
            copy[index] ^= 1
            #expect(throws: ExchangeError.self) {
                // The memory's number in the header could demand a long derivation: one bit makes 65 KiB of 64.
                try ChatelaineFormat().read(ImportSource(copy), ArchiveSample.context("pass"))
            }
        }
    }

    @Test func cutOffChatelaineFileIsRefusedAtEveryByte() throws {
        let (data, _) = try ArchiveSample.file(ChatelaineFormat(), [sample()], password: "pass")
        for count in data.indices {
            #expect(throws: ExchangeError.self) {
                try ChatelaineFormat().read(ImportSource(data.prefix(count)), ArchiveSample.context("pass"))
            }
        }
        #expect(throws: ExchangeError.self) {
            try ChatelaineFormat().read(ImportSource(data + [0]), ArchiveSample.context("pass"))
        }
    }

    @Test func chatelaineFileOfManyChunksIsRefusedIfTheLastIsMissing() throws {
        let big = ImportedAttachment(name: "a", content: AttachmentBytes(Data(count: 300_000)))
        let (data, _) = try ArchiveSample.file(
            ChatelaineFormat(), [ExportedItem(sample().item, attachments: [big])], password: "pass")
        let chunk = ChatelaineStream.chunk + ChatelaineStream.overhead
        let error = ArchiveSample.failure {
            _ = try ChatelaineFormat().read(
                ImportSource(data.prefix(ChatelaineHeader.count + 2 * chunk)), ArchiveSample.context("pass"))
        }
        #expect(error?.kind == .damaged)
    }

    @Test func wrongPasswordIsAskedAgain() throws {
        for format in [ChatelaineFormat() as any ExportFormat, BitwardenExport(.protected)] {
            let (data, _) = try ArchiveSample.file(format, [sample()], password: "pass")
            #expect(try ArchiveSample.read(data, ArchiveSample.context("wrong", "pass")).items.count == 1)
            let wrong = ArchiveSample.failure { _ = try ArchiveSample.read(data, ArchiveSample.context("wrong")) }
            #expect(wrong?.kind == .wrongPassword)
            let none = ArchiveSample.failure { _ = try ArchiveSample.read(data) }
            #expect(none?.kind == .passwordRequired)
        }
    }

    @Test func zipCutOffAtEveryByteIsRefused() throws {
        let (data, _) = try ArchiveSample.file(OnePUXFormat(), [sample()])
        for count in data.indices {
            #expect(throws: ExchangeError.self) {
                try OnePUXFormat().read(ImportSource(data.prefix(count)), ImportContext())
            }
        }
    }

    @Test func changedZipIsReadOrRefused() throws {
        let (data, _) = try ArchiveSample.file(OnePUXFormat(), [sample()])
        for index in data.indices {
            var copy = data
            copy[index] ^= 0x41
            let error = ArchiveSample.failure {
                for item in try OnePUXFormat().read(ImportSource(copy), ImportContext()).items {
                    for file in item.attachments { _ = try ArchiveSample.bytes(file) }
                }
            }
            #expect(error?.reason.contains("secret word") != true)
        }
    }

    @Test func zipBombIsRefused() throws {
        let writer = try ZipWriter()
        try writer.add("export.data", Data(count: ZipReader.largestEntry + 1))
        let buffer = ExportBuffer()
        try writer.finish(to: buffer)
        #expect(buffer.data.count < 1 << 20)
        let error = ArchiveSample.failure {
            _ = try OnePUXFormat().read(ImportSource(buffer.data), ImportContext())
        }
        #expect(error?.kind == .tooLarge)
    }

    @Test func deepNestingIsRefused() throws {
        for text in ["[", "{\"a\":"] {
            let data = Data((#"{"encrypted":false,"items":"# + String(repeating: text, count: 100_000)).utf8)
            let error = ArchiveSample.failure { _ = try ArchiveSample.read(data) }
            #expect(error?.kind == .damaged)
        }
    }

    @Test(arguments: JSONSamples.all)
    func valuesOfEveryTypeAreReadOrRefused(sample: JSONSample) throws {
        let document = try JSONSerialization.jsonObject(with: Data(sample.text.utf8))
        let format = try #require(ExchangeFormatList.imports.first { $0.name == sample.format })
        let whole = ImportSource(Data(sample.text.utf8))
        #expect(try !format.read(whole, ImportContext()).items.isEmpty)
        for variant in JSONVariants.all(of: document) {
            let data = try JSONSerialization.data(withJSONObject: variant)
            _ = ArchiveSample.failure { _ = try format.read(ImportSource(data), ImportContext()) }
        }
    }

    @Test(arguments: JSONSamples.all)
    func documentsAreRecognisedByTheirContentAndRefusedWhenCutOff(sample: JSONSample) throws {
        let data = Data(sample.text.utf8)
        #expect(ExchangeFormatList.imports.first { $0.recognizes(ImportSource(data)) }?.name == sample.format)
        let format = try #require(ExchangeFormatList.imports.first { $0.name == sample.format })
        let trimmed = Data(sample.text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        for count in trimmed.indices {
            #expect(throws: ExchangeError.self) {
                try format.read(ImportSource(trimmed.prefix(count)), ImportContext())
            }
        }
    }
}
