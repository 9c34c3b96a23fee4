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
    if (!window || window == parent) return;
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(widget));
    Display *connection = gdk_x11_display_get_xdisplay(display);
    XWindowAttributes attributes;
    // Without the trap an error of X11 would end the program.
    gdk_x11_display_error_trap_push(display);
    int is_there = XGetWindowAttributes(connection, parent, &attributes);
    if (!gdk_x11_display_error_trap_pop(display) && is_there) XSetTransientForHint(connection, window, parent);
#endif
}

void chatelaine_set_wayland_parent(void *widget, const char *handle) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = surface_of(widget);
    if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface))
        gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), (char *)handle);
#endif
}

#ifdef GDK_WINDOWING_WAYLAND
static const char count_key[] = "chatelaine-exports", handle_key[] = "chatelaine-handle";

struct export {
    void (*ready)(const char *handle, void *data);
    void *data;
};

static void answer(struct export *export, const char *handle) {
    void (*ready)(const char *, void *) = export->ready;
    export->ready = NULL;
    if (ready) ready(handle, export->data);
}

static void exported(GdkToplevel *toplevel, const char *handle, gpointer data) {
    g_object_set_data_full(G_OBJECT(toplevel), handle_key, g_strdup(handle), g_free);
    answer(data, handle);
}

static void forget(gpointer data) {
    answer(data, NULL);
    g_free(data);
}

static int count_of(GdkSurface *surface) { return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(surface), count_key)); }

static void set_count(GdkSurface *surface, int count) {
    g_object_set_data(G_OBJECT(surface), count_key, GINT_TO_POINTER(count));
}
#endif

int chatelaine_export(void *widget, void (*ready)(const char *, void *), void *data) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = surface_of(widget);
    if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface)) {
        const char *handle = g_object_get_data(G_OBJECT(surface), handle_key);
        int count = count_of(surface);
        if (handle) {
            set_count(surface, count + 1);
            ready(handle, data);
            return 1;
        }
        struct export *export = g_new(struct export, 1);
        *export = (struct export){ready, data};
        // GTK exports a window once, and a request while that is under way fails.
        if (!count && gdk_wayland_toplevel_export_handle(GDK_WAYLAND_TOPLEVEL(surface), exported, export, forget)) {
            set_count(surface, 1);
            return 1;
        }
        forget(export);
        return 0;
    }
#endif
    ready(NULL, data);
    return 0;
}

void chatelaine_unexport(void *widget) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = surface_of(widget);
    if (!surface || !GDK_IS_WAYLAND_TOPLEVEL(surface) || !count_of(surface)) return;
    set_count(surface, count_of(surface) - 1);
    if (count_of(surface)) return;
    g_object_set_data(G_OBJECT(surface), handle_key, NULL);
    gdk_wayland_toplevel_unexport_handle(GDK_WAYLAND_TOPLEVEL(surface));
#endif
}

char *chatelaine_activation_token(void *widget) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(widget));
    if (!GDK_IS_WAYLAND_DISPLAY(display)) return NULL;
    // GTK requires the program that is started. On X11, excluded above, every program would be notified, and the start shown.
    GAppInfo *info = g_app_info_create_from_commandline("chatelaine", NULL, G_APP_INFO_CREATE_NONE, NULL);
    if (!info) return NULL;
    GdkAppLaunchContext *context = gdk_display_get_app_launch_context(display);
    char *token = g_app_launch_context_get_startup_notify_id(G_APP_LAUNCH_CONTEXT(context), info, NULL);
    g_object_unref(context);
    g_object_unref(info);
    return token;
#else
    return NULL;
#endif
}

#ifdef GDK_WINDOWING_WAYLAND
struct activation {
    char *token;
    int frames;
};

static void free_activation(gpointer data) {
    g_free(((struct activation *)data)->token);
    g_free(data);
}

// Waits for the second frame: the compositor has the first by then, and shows the window.
static gboolean activate(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    struct activation *activation = data;
    if (++activation->frames < 2) return G_SOURCE_CONTINUE;
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gdk_wayland_display_set_startup_notification_id(gtk_widget_get_display(widget), activation->token);
    G_GNUC_END_IGNORE_DEPRECATIONS
    gtk_window_present(GTK_WINDOW(widget));
    return G_SOURCE_REMOVE;
}
#endif

void chatelaine_activate(void *widget, const char *token) {
#ifdef GDK_WINDOWING_WAYLAND
    // GTK uses the token as soon as there is a surface. A token is valid once, and some compositors (sway up to 1.7) do not bring a
    // window to the front that they do not show yet.
    if (GDK_IS_WAYLAND_DISPLAY(gtk_widget_get_display(GTK_WIDGET(widget)))) {
        struct activation *activation = g_new0(struct activation, 1);
        activation->token = g_strdup(token);
        gtk_widget_add_tick_callback(GTK_WIDGET(widget), activate, activation, free_activation);
        return;
    }
#endif
    gtk_window_set_startup_id(GTK_WINDOW(widget), token);
}

int chatelaine_is_x11(void) {
#ifdef GDK_WINDOWING_X11
    return GDK_IS_X11_DISPLAY(gdk_display_get_default());
#else
    return 0;
#endif
}
