import CGtk

extension Choice {
    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - name: the accessible name.
    ///   - texts: the texts in order; the first is chosen.
    public init(_ name: String, _ texts: [String]) {
        self.init(raw: UnsafeMutableRawPointer(gtk_drop_down_new(nil, nil)))
        show(texts, chosen: 0)
        setAccessibleNames(name)
    }

    /// Chooses the text at an index.
    public func choose(_ place: Int) { gtk_drop_down_set_selected(opaque, UInt32(clamping: place)) }
}

/// A toggle button, which stays pressed.
public struct ToggleButton: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_toggle_button_get_type() }

    /// Creates a button with an icon.
    ///
    /// - Parameters:
    ///   - icon: the icon's name in the icon theme.
    ///   - name: the accessible name and tooltip, which describes the pressed state.
    public init(icon: String, _ name: String) {
        raw = UnsafeMutableRawPointer(gtk_toggle_button_new())
        gtk_button_set_icon_name(pointer(), icon)
        setTooltip(name)
        setAccessibleName(name)
    }

    /// Whether the button is pressed.
    public var isOn: Bool {
        get { gtk_toggle_button_get_active(pointer()) != 0 }
        nonmutating set { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) }
    }

    /// Sets the icon, by its name in the icon theme.
    public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer(), name) }

    /// Calls `body` when the state changes, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("toggled", body) }
}

/// A field for a number, which is typed or counted up and down.
public struct NumberField: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_spin_button_get_type() }

    /// - Parameters:
    ///   - name: the accessible name.
    ///   - range: the smallest and the largest number.
    public init(_ name: String, _ range: ClosedRange<Int>) {
        raw = UnsafeMutableRawPointer(
            gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1))
        setAccessibleNames(name)
    }

    /// The number.
    public var value: Int {
        get { Int(gtk_spin_button_get_value_as_int(opaque)) }
        nonmutating set { gtk_spin_button_set_value(opaque, Double(newValue)) }
    }

    /// Calls `body` when the number changes, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }
}

extension WidgetKind {
    /// Names a widget that consists of others, and those of its parts that can take the focus.
    public func setAccessibleNames(_ name: String) {
        setAccessibleName(name)
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            let part = Widget(raw: UnsafeMutableRawPointer(next))
            // Widgets in a popover have names of their own.
            if chatelaine_is_a(part.raw, gtk_popover_get_type()) == 0,
                part.cast(to: Button.self) != nil
                    || gtk_widget_get_focusable(next) != 0 || gtk_widget_get_first_child(next) != nil
            {
                part.setAccessibleNames(name)
            }
            child = gtk_widget_get_next_sibling(next)
        }
    }
}

extension Switch {
    /// Creates a switch.
    ///
    /// - Parameter name: the accessible name, which describes the state of being on.
    public init(isOn: Bool, _ name: String) {
        self.init(raw: UnsafeMutableRawPointer(gtk_switch_new()))
        self.isOn = isOn
        setAccessibleName(name)
    }
}
