import CAtspi
import Foundation

/// Something on the screen, as accessibility clients are told of it.
@MainActor public struct Node {
    private final class Reference {
        let raw: UnsafeMutablePointer<AtspiAccessible>
        init(_ raw: UnsafeMutablePointer<AtspiAccessible>) { self.raw = raw }
        deinit { g_object_unref(raw) }
    }

    private let reference: Reference
    private var raw: UnsafeMutablePointer<AtspiAccessible> { reference.raw }

    private init(_ raw: UnsafeMutablePointer<AtspiAccessible>) { reference = Reference(raw) }

    /// The program of a process, once it has a window.
    public static func program(_ id: pid_t) -> Node? {
        guard let desktop = atspi_get_desktop(0) else { return nil }
        let node = Node(desktop)
        atspi_accessible_clear_cache(node.raw)
        let program = node.children.first { atspi_accessible_get_process_id($0.raw, nil) == guint(id) }
        // What was true of a window before it was shown is kept else, and only some changes are told.
        if let program { atspi_accessible_set_cache_mask(program.raw, ATSPI_CACHE_NONE) }
        return program
    }

    /// What it is, such as `push button`, `label`, `text`, `list item`.
    public var role: String { text(atspi_accessible_get_role_name(raw, nil)) }

    /// What it is called.
    public var name: String { text(atspi_accessible_get_name(raw, nil)) }

    /// What is said of it beside its name.
    public var details: String { text(atspi_accessible_get_description(raw, nil)) }

    /// What it has in it, in the order of the window.
    public var children: [Node] {
        let count = atspi_accessible_get_child_count(raw, nil)
        guard count > 0 else { return [] }
        return (0..<count).compactMap { atspi_accessible_get_child_at_index(raw, $0, nil).map { Node($0) } }
    }

    /// It, and everything in it.
    public var all: [Node] { [self] + children.flatMap(\.all) }

    /// The same, without what is not shown.
    public var shown: [Node] {
        guard has(ATSPI_STATE_VISIBLE) || role == "application" else { return [] }
        return [self] + children.flatMap(\.shown)
    }

    /// The names of the interfaces that it offers, such as `Text`.
    public var interfaces: [String] {
        guard let names = atspi_accessible_get_interfaces(raw) else { return [] }
        defer { g_array_free(names, 1) }
        return (0..<Int(names.pointee.len)).compactMap { index in
            let cells = UnsafeRawPointer(names.pointee.data).assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
            guard let name = cells[index] else { return nil }
            defer { g_free(name) }
            return String(cString: name)
        }
    }

    /// What it says: the text of a label or an entry; nil if it has none.
    public var says: String? {
        guard let iface = atspi_accessible_get_text_iface(raw) else { return nil }
        defer { g_object_unref(iface) }
        let count = atspi_text_get_character_count(iface, nil)
        guard count >= 0 else { return nil }
        return text(atspi_text_get_text(iface, 0, count, nil))
    }

    /// Whether keys go to it.
    public var hasFocus: Bool { has(ATSPI_STATE_FOCUSED) }
    /// Whether keys can go to it.
    public var isFocusable: Bool { has(ATSPI_STATE_FOCUSABLE) }
    /// Whether it can be used.
    public var isEnabled: Bool { has(ATSPI_STATE_SENSITIVE) }
    /// Whether it is visible to a user.
    public var isShowing: Bool {
        // GTK 4.8 says it of windows alone. What was never on the screen has no size.
        has(ATSPI_STATE_SHOWING) || has(ATSPI_STATE_VISIBLE) && frame.width > 0 && frame.height > 0
    }
    /// Whether it is pressed, or ticked.
    public var isChecked: Bool { has(ATSPI_STATE_CHECKED) || has(ATSPI_STATE_PRESSED) }
    /// Whether it is the window that keys go to.
    public var isActive: Bool { has(ATSPI_STATE_ACTIVE) }
    /// Whether it is selected.
    public var isSelected: Bool { has(ATSPI_STATE_SELECTED) }

    /// Puts a text into an entry. Not possible with what secrets are typed into.
    public func set(_ text: String) throws {
        guard let iface = atspi_accessible_get_editable_text_iface(raw) else {
            throw TestFailure("“\(name)” (\(role)) cannot be edited")
        }
        defer { g_object_unref(iface) }
        guard atspi_editable_text_set_text_contents(iface, text, nil) != 0 else {
            throw TestFailure("“\(name)” takes no text")
        }
    }

    /// Presses it.
    public func press() throws {
        guard let iface = atspi_accessible_get_action_iface(raw) else {
            throw TestFailure("“\(name)” (\(role)) cannot be pressed")
        }
        defer { g_object_unref(iface) }
        guard atspi_action_do_action(iface, 0, nil) != 0 else { throw TestFailure("“\(name)” is not pressed") }
    }

    /// Where it is, in pixels from the corner of its window.
    public var frame: (x: Int, y: Int, width: Int, height: Int) {
        guard let iface = atspi_accessible_get_component_iface(raw) else { return (0, 0, 0, 0) }
        defer { g_object_unref(iface) }
        guard let rect = atspi_component_get_extents(iface, ATSPI_COORD_TYPE_WINDOW, nil) else { return (0, 0, 0, 0) }
        defer { g_free(rect) }
        return (Int(rect.pointee.x), Int(rect.pointee.y), Int(rect.pointee.width), Int(rect.pointee.height))
    }

    /// Whether a click into it would get to it, or to something in it: not so for what a pane or a page hides that is shown instead.
    public var isHit: Bool {
        guard let iface = atspi_accessible_get_component_iface(raw) else { return false }
        defer { g_object_unref(iface) }
        let frame = frame
        guard frame.width > 2, frame.height > 2 else { return false }
        return [(frame.width / 2, frame.height / 2), (1, 1), (frame.width - 2, frame.height - 2)].contains { x, y in
            guard
                let hit = atspi_component_get_accessible_at_point(
                    iface, gint(frame.x + x), gint(frame.y + y), ATSPI_COORD_TYPE_WINDOW, nil)
            else { return false }
            g_object_unref(hit)
            return true
        }
    }

    /// It and what is in it, a line each, for logs.
    public var outline: String { lines(0).joined(separator: "\n") }

    private func lines(_ depth: Int) -> [String] {
        let own =
            "\(String(repeating: "  ", count: depth))\(role) “\(name)”\(isShowing ? "" : " (not showing)")\(says.map { " says “\($0)”" } ?? "")"
        return [own] + children.flatMap { $0.lines(depth + 1) }
    }

    private func has(_ state: AtspiStateType) -> Bool {
        guard let states = atspi_accessible_get_state_set(raw) else { return false }
        defer { g_object_unref(states) }
        return atspi_state_set_contains(states, state) != 0
    }

    private func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
