// Windows of other programs, by the libraries of the kinds of displays. Apart from CGtk, since X11's headers name things as Swift does.
#pragma once

/// The number of a window on an X11 display; 0 if it is on another kind.
///
/// - Parameter widget: a `GtkWidget` in a window that is shown.
unsigned long chatelaine_x11_window(void *widget);

/// Has a window of an X11 display belong to another; on another kind, or if there is no such other window, it does nothing.
void chatelaine_set_x11_parent(void *widget, unsigned long parent);

/// The same on Wayland, where a window of another program has a handle.
void chatelaine_set_wayland_parent(void *widget, const char *handle);

/// Has a Wayland compositor name a window, so that windows of others can belong to it, until `chatelaine_unexport` is called.
///
/// @param ready Called once, now or later: with the handle, or with NULL if there is none.
/// @return Whether the window is named from now on, or will be; else there is nothing to take back.
int chatelaine_export(void *widget, void (*ready)(const char *handle, void *data), void *data);

/// Takes the name back, when everybody has done so who has asked for it.
void chatelaine_unexport(void *widget);

/// A token by which another program may come to the front; NULL if there is none. To be freed. Asks a Wayland compositor, and waits.
char *chatelaine_activation_token(void *widget);

/// Has a window that is about to be shown come to the front by a token of xdg-activation, or of startup notification on X11.
void chatelaine_activate(void *widget, const char *token);

/// Whether the program's display is an X11 one.
int chatelaine_is_x11(void);
