#include "CWindows.h"

#include <gtk/gtk.h>
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

static GdkSurface *surface_of(void *widget) {
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(widget));
    return native ? gtk_native_get_surface(native) : NULL;
}

unsigned long chatelaine_x11_window(void *widget) {
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = surface_of(widget);
    if (surface && GDK_IS_X11_SURFACE(surface)) return gdk_x11_surface_get_xid(surface);
#endif
    return 0;
}

void chatelaine_set_x11_parent(void *widget, unsigned long parent) {
#ifdef GDK_WINDOWING_X11
    unsigned long window = chatelaine_x11_window(widget);
    if (!window) return;
    XSetTransientForHint(gdk_x11_display_get_xdisplay(gtk_widget_get_display(GTK_WIDGET(widget))), window, parent);
#endif
}

void chatelaine_set_wayland_parent(void *widget, const char *handle) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = surface_of(widget);
    if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface))
        gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), (char *)handle);
#endif
}

int chatelaine_is_x11(void) {
#ifdef GDK_WINDOWING_X11
    return GDK_IS_X11_DISPLAY(gdk_display_get_default());
#else
    return 0;
#endif
}
