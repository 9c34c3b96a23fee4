import CGtk

extension Choice {
    /// Makes one.
    ///
    /// - Parameters:
    ///   - name: what is chosen.
    ///   - texts: in order; the first is chosen.
    public init(_ name: String, _ texts: [String]) {
        self.init(raw: UnsafeMutableRawPointer(gtk_drop_down_new(nil, nil)))
        show(texts, chosen: 0)
        setAccessibleNames(name)
    }

    /// Chooses the text at a place.
    public func choose(_ place: Int) { gtk_drop_down_set_selected(opaque, UInt32(clamping: place)) }
}

/// A button that stays pressed.
public struct ToggleButton: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_toggle_button_get_type() }

    /// Makes one with a picture.
    ///
    /// - Parameters:
    ///   - icon: of the icon theme.
    ///   - name: what is so while it is pressed.
    public init(icon: String, _ name: String) {
        raw = UnsafeMutableRawPointer(gtk_toggle_button_new())
        gtk_button_set_icon_name(pointer(), icon)
        setTooltip(name)
        setAccessibleName(name)
    }

    /// Whether it is pressed.
    public var isOn: Bool {
        get { gtk_toggle_button_get_active(pointer()) != 0 }
        nonmutating set { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) }
    }

    /// The picture on it, of the icon theme.
    public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer(), name) }

    /// Calls `body` when it changes, by whomever.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("toggled", body) }
}

/// A number that is typed, or counted up and down.
public struct NumberField: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_spin_button_get_type() }

    /// - Parameters:
    ///   - name: what the number is.
    ///   - range: the least and the most.
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

    /// Calls `body` when it changes, by whomever.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }
}

extension WidgetKind {
    /// Gives a name to a widget that is made of others, and to those of them that keys can go to.
    public func setAccessibleNames(_ name: String) {
        setAccessibleName(name)
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            let part = Widget(raw: UnsafeMutableRawPointer(next))
            // What lies in a popover has names of its own.
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
    /// Makes one.
    ///
    /// - Parameter name: what is so while it is on.
    public init(isOn: Bool, _ name: String) {
        self.init(raw: UnsafeMutableRawPointer(gtk_switch_new()))
        self.isOn = isOn
        setAccessibleName(name)
    }
}
