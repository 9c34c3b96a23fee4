// Windows of other programs, by the libraries of the kinds of displays. Apart from CGtk, since X11's headers name things as Swift does.
#pragma once

/// The number of a window on an X11 display; 0 if it is on another kind.
///
/// - Parameter widget: a `GtkWidget` in a window that is shown.
unsigned long chatelaine_x11_window(void *widget);

/// Has a window of an X11 display belong to another; on another kind it does nothing.
void chatelaine_set_x11_parent(void *widget, unsigned long parent);

/// The same on Wayland, where a window of another program has a handle.
void chatelaine_set_wayland_parent(void *widget, const char *handle);

/// Whether the program's display is an X11 one.
int chatelaine_is_x11(void);
