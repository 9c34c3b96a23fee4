// The parts of GTK that Swift cannot import: macros with arguments, and functions with variable arguments.
#pragma once
#include <adwaita.h>
#include <glib-unix.h>
#include <gdk/gdk.h>
#include <libintl.h>
#include <sys/timex.h>

/// Sets the accessible name of a widget.
static inline void chatelaine_set_accessible_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// Sets the accessible description of a widget.
static inline void chatelaine_set_accessible_description(GtkWidget *widget, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/// Hides a widget from accessibility clients, or shows it to them.
static inline void chatelaine_set_accessible_hidden(GtkWidget *widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

/// Creates a box with the accessible role of a text box. The role can be set only at the creation.
static inline GtkWidget *chatelaine_text_box_new(void) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_TEXT_BOX, NULL));
}

/// Creates a text widget that accessibility clients do not see.
static inline GtkWidget *chatelaine_unspoken_text_new(GtkEntryBuffer *buffer) {
    return GTK_WIDGET(g_object_new(
        GTK_TYPE_TEXT, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, "buffer", buffer, "visibility", FALSE, NULL));
}

static inline gboolean chatelaine_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

static inline const char *chatelaine_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }

/// Sets the directory of the translations.
static inline void chatelaine_bind_texts(const char *domain, const char *directory) {
    bindtextdomain(domain, directory);
    bind_textdomain_codeset(domain, "UTF-8");
}
/// Appends a section to a menu.
static inline void chatelaine_append_section(GMenu *menu, GMenu *section) {
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
}

/// Sets the menu of a button.
static inline void chatelaine_set_menu(GtkWidget *button, GMenu *menu) {
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
}

/// Creates a text widget of several lines that accessibility clients do not see.
static inline GtkWidget *chatelaine_unspoken_area_new(void) {
    return GTK_WIDGET(g_object_new(
        GTK_TYPE_TEXT_VIEW, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, "wrap-mode", GTK_WRAP_WORD_CHAR, NULL));
}

// Declared in <gio/gdesktopappinfo.h>, which is in a directory of gio-unix-2.0 only.
extern gpointer g_desktop_app_info_new(const char *desktop_id);

/// Returns a program by the name of its .desktop file; NULL if it is not installed.
static inline GAppInfo *chatelaine_desktop_program(const char *desktop_id) {
    gpointer program = g_desktop_app_info_new(desktop_id);
    return program ? G_APP_INFO(program) : NULL;
}

/// Returns the possible error of an unsynchronised clock, in microseconds; 0 if the clock is synchronised or its state is unknown.
static inline long chatelaine_clock_error(void) {
    struct timex state = {0};
    return adjtimex(&state) >= 0 && (state.status & STA_UNSYNC) ? state.maxerror : 0;
}
