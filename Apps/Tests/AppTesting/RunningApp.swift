import Foundation
import Glibc

/// An app that a test has started and looks at.
@MainActor public final class RunningApp {
    /// The process; nil: another has started it.
    private let process: ChildProcess?
    /// Its number.
    public let id: pid_t
    /// The display.
    public let desktop: Desktop
    private let errors: String?

    /// Starts a program and waits until it has a window.
    ///
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - variables: what it finds in its environment beside what every program on the display finds.
    ///   - directory: where what it writes on standard error is kept.
    ///   - terminal: from which it is started; nil: from none.
    public init(
        _ words: [String], variables: [String: String], directory: String, terminal: PseudoTerminal? = nil
    ) throws {
        desktop = try Desktop.started()
        Self.endLeftovers(of: directory)
        let errors = "\(directory)/\(UUID().uuidString).log"
        self.errors = errors
        let process = try ChildProcess(
            words, variables: desktop.variables.merging(variables) { $1 },
            input: terminal.map { ChildProcess.Stream.terminal($0.path) } ?? .null, output: .file(errors),
            errors: .file(errors),
            leadsSession: true)
        (self.process, id) = (process, process.id)
        Self.started.append((directory, process))
        try Desktop.wait(for: "a window of \(words): \(log)") {
            guard process.isRunning else { throw TestFailure("\(words) has ended with \(process.wait()): \(log)") }
            guard let tree, tree.children.contains(where: \.isShowing) else { return nil as Void? }
            return ()
        }
    }

    /// Programs of this process, and the directories of their tests.
    private static var started: [(directory: String, process: ChildProcess)] = []

    /// Ends what a test before has left: what it has is taken away on the main actor, on which the next one runs already. A program that
    /// still runs would have the next start handed over to it.
    private static func endLeftovers(of directory: String) {
        for program in started where program.directory != directory { program.process.end() }
        started.removeAll { $0.directory != directory }
    }

    /// A program that another has started, once it has a window.
    init(showing id: pid_t) throws {
        desktop = try Desktop.started()
        (process, errors, self.id) = (nil, nil, id)
        try Desktop.wait(for: "a window of process \(id)") {
            guard let tree, tree.children.contains(where: \.isShowing) else { return nil as Void? }
            return ()
        }
    }

    /// What it has written on standard output and standard error.
    public var log: String { errors.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? "" }

    /// Everything that it tells accessibility clients; nil if it has ended.
    public var tree: Node? { Node.program(id) }

    /// What is shown and meets all that is said of it, once there is such a thing.
    ///
    /// - Parameters:
    ///   - role: as AT-SPI has it; nil: any.
    ///   - name: what it is called, or what it says; nil: anything.
    @discardableResult public func find(
        _ role: String? = nil, _ name: String? = nil, where body: (Node) -> Bool = { _ in true }
    ) throws -> Node {
        try Desktop.wait(for: "\(role ?? "something") “\(name ?? "")” in\n\(tree?.outline ?? "(ended) \(log)")") {
            look(role, name, where: body)
        }
    }

    /// The same, as it is now; nil: there is no such thing.
    public func look(
        _ role: String? = nil, _ name: String? = nil, where body: (Node) -> Bool = { _ in true }
    ) -> Node? {
        tree?.shown.first { node in
            (role == nil || node.role == role) && (name == nil || node.name == name || node.says == name)
                && node.isShowing && body(node)
        }
    }

    /// Waits until nothing of the kind is shown any more.
    public func waitUntilGone(_ role: String? = nil, _ name: String? = nil) throws {
        try Desktop.wait(for: "the end of \(role ?? "something") “\(name ?? "")” in\n\(tree?.outline ?? "(ended)")") {
            look(role, name) == nil ? () : nil
        }
    }

    /// Presses a button, once it can be pressed.
    public func press(_ name: String) throws {
        try find(nil, name, where: { $0.role.contains("button") && $0.isEnabled }).press()
    }

    /// Presses a button of an alert, which may be called as one of the window's own.
    public func pressInAlert(_ name: String) throws {
        try Desktop.wait(for: "an alert with “\(name)” in\n\(tree?.outline ?? "")") { () -> Node? in
            let buttons = tree?.shown.filter { $0.role == "push button" && $0.name == name && $0.isShowing } ?? []
            return buttons.count > 1 ? buttons.last : nil
        }.press()
    }

    /// Puts text into an entry.
    public func enter(_ text: String, into name: String) throws {
        try find(nil, name, where: { $0.interfaces.contains("EditableText") }).set(text)
    }

    /// Types a secret, by keys, as nothing else gets it there.
    public func type(_ secret: String, into name: String) throws {
        try focus(name, role: "text")
        try desktop.press("ctrl+a", "BackSpace")
        try desktop.type(secret)
    }

    /// Has keys go to something, by clicking it.
    public func focus(_ name: String, role: String? = nil) throws {
        let node = try find(role, name, where: { $0.frame.width > 0 })
        // Something that has just come may move it meanwhile: then keys go to another field.
        try Desktop.wait(for: "keys to go to “\(name)”") { () -> Void? in
            let frame = try stableFrame(of: node, name)
            try click(frame.x + frame.width / 2, frame.y + frame.height / 2)
            return haveKeysGone(toOtherThan: name) ? nil : ()
        }
    }

    private func stableFrame(of node: Node, _ name: String) throws -> (x: Int, y: Int, width: Int, height: Int) {
        var (last, looks) = (node.frame, 0)
        return try Desktop.wait(for: "“\(name)” to stay where it is") {
            let now = node.frame
            looks = now == last ? looks + 1 : 0
            last = now
            return looks >= 5 ? now : nil
        }
    }

    /// Whether another field has the focus. Of a field for secrets nothing is said.
    private func haveKeysGone(toOtherThan name: String) -> Bool {
        tree?.shown.contains { $0.hasFocus && $0.name != name && $0.interfaces.contains("EditableText") } ?? false
    }

    /// Clicks into the window, in pixels from its corner.
    public func click(_ x: Int, _ y: Int) throws {
        try desktop.xdotool("mousemove", "--window", window, "\(x)", "\(y)", "click", "1")
    }

    /// Gives its window that was opened last another size, in pixels, and waits until it has it.
    public func resize(width: Int, height: Int) throws {
        try desktop.xdotool("windowsize", "--sync", window, "\(width)", "\(height)")
        try Desktop.wait(for: "a width of \(width)") {
            tree?.children.contains { abs($0.frame.width - width) <= 60 } == true ? () : nil
        }
    }

    /// The number of its window that was opened last, as the display has it.
    public var window: String {
        get throws {
            let (output, _) = try ChildProcess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", "\(id)"], variables: desktop.variables)
            guard let last = output.split(separator: "\n").last else { throw TestFailure("no window") }
            return String(last)
        }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { process?.isRunning ?? (kill(id, 0) == 0) }

    /// Waits until it has ended by itself.
    ///
    /// - Throws: a ``TestFailure`` if it still runs after a minute.
    public func waitForEnd() throws {
        guard let process else { throw TestFailure("process \(id) was started by another") }
        try process.waitForEnd()
    }

    /// Ends it.
    public func end() { process?.end() }
}
