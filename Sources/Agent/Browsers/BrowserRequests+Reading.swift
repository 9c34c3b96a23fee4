import AgentProtocol
import PageFilling
import PasswordVault
import WebsiteMatching

// What a page is, for the key at its fields: no vault is looked into.

extension BrowserRequests {
    /// Says what a page is, and which of its fields an item has a value for.
    func read(_ request: WireBrowserRequest.Read, _ session: ActiveSession) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        let model: PageModel
        do { model = try PageModel(json: request.page) } catch { throw BrowserRefusal(error) }
        guard Self.origin(model.url) == page.page.origin else {
            throw BrowserRefusal(.badAddress, "the page that was read is not the requested one")
        }
        let foreign = Self.foreignFields(model, page)
        let reading = PageReading(model)
        let fields = reading.fields.filter { !$0.itemKinds.isEmpty && !foreign.contains($0.id) }
        let kinds = Set(fields.flatMap(\.itemKinds))
        return .browser(
            .with {
                $0.reading = .with { answer in
                    answer.kind = reading.kind.rawValue
                    answer.fields = fields.map { .init($0) }
                    answer.kinds = ItemKind.all.filter(kinds.contains).map(\.name)
                }
            })
    }

    /// Returns the fields in frames of other origins. Such a frame is read by itself.
    private static func foreignFields(_ model: PageModel, _ page: Page) -> Set<String> {
        let frames = Set(model.fields.compactMap(\.frame)).filter { origin($0) != page.page.origin }
        guard !frames.isEmpty else { return [] }
        return Set(model.fields.filter { $0.frame.map(frames.contains) ?? false }.map(\.id))
    }

    private static func origin(_ text: String) -> String? {
        guard case .page(let page)? = try? WebAddress(text) else { return nil }
        return page.origin
    }
}

extension WireBrowserReply.Reading.Field {
    fileprivate init(_ field: PageReading.Field) {
        self.init()
        (id, meaning, kinds) = (field.id, field.term.rawValue, field.itemKinds.map(\.name))
        if let number = field.form { form = Int64(number) }
    }
}
