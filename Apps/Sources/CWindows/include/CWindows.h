// Windows of other programs, by the libraries of X11 and Wayland. Separate from CGtk, because names in X11's headers conflict with Swift's.
#pragma once

/// Returns the id of a window on an X11 display; 0 on another kind of display.
///
/// - Parameter widget: a `GtkWidget` in a window that is shown.
unsigned long chatelaine_x11_window(void *widget);

/// Makes a window on an X11 display transient for another. Does nothing on another kind of display, or if there is no such other window.
void chatelaine_set_x11_parent(void *widget, unsigned long parent);

/// Does the same on Wayland, where a window of another program has a handle.
void chatelaine_set_wayland_parent(void *widget, const char *handle);

/// Makes a Wayland compositor export a window, so that windows of other programs can belong to it, until `chatelaine_unexport` is called.
///
/// @param ready Called once, now or later: with the handle, or with NULL if there is none.
/// @return Whether the window is exported, or will be; otherwise there is nothing to withdraw.
int chatelaine_export(void *widget, void (*ready)(const char *handle, void *data), void *data);

/// Withdraws one request. The export ends when all requests are withdrawn.
void chatelaine_unexport(void *widget);

/// Returns a token by which another program can come to the front; NULL if there is none. The caller frees it. Asks a Wayland compositor,
/// and waits for it.
char *chatelaine_activation_token(void *widget);

/// Brings a window that is about to be shown to the front, by a token of xdg-activation, or of startup notification on X11.
void chatelaine_activate(void *widget, const char *token);

/// Whether the program's display is an X11 one.
int chatelaine_is_x11(void);
