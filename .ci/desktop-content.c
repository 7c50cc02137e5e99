/* A library for LD_PRELOAD that prints the visible content of a GTK program's window as a JSON string on one line whenever it
 * changes. A test thus sees what a user sees, and the program needs no support for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <json-glib/json-glib.h>
#include <stdint.h>
#include <stdio.h>

static gboolean is_enabled(GtkWidget *button) {
  return gtk_widget_is_sensitive(button) && !gtk_widget_has_css_class(button, "disabled");
}

/* The number of controls that have no name for a screen reader. */
static int unnamed;

static void check_name(GtkWidget *widget) {
  unnamed += !gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* Returns whether a widget is within its window and the parts that scroll. */
static gboolean is_in_sight(GtkWidget *widget) {
  for (GtkWidget *area = gtk_widget_get_parent(widget); area; area = gtk_widget_get_parent(area)) {
    graphene_rect_t bounds;
    if (!GTK_IS_SCROLLED_WINDOW(area) && !GTK_IS_ROOT(area)) continue;
    if (!gtk_widget_compute_bounds(widget, area, &bounds)) return FALSE;
    if (bounds.origin.y < -1 || bounds.origin.y + bounds.size.height > gtk_widget_get_height(area) + 1) return FALSE;
  }
  return TRUE;
}

/* The texts that are scrolled out of sight, and "focus" if it is. */
static GString *hidden;

/* The number of columns of the rows. */
static int columns;

static gboolean is_hidden(GtkWidget *widget) {
  return GTK_IS_PASSWORD_ENTRY(widget) && !gtk_text_get_visibility(GTK_TEXT(gtk_editable_get_delegate(GTK_EDITABLE(widget))));
}

/* Appends the texts, one on each line: "[tab]", "<button>", "(disabled button)", "= value" ("== value" if it is as wide as the
 * window; "⏎" for the line breaks in it), "(hint)", "#" before an item with a picture, the size and name of a picture outside of
 * one, "…" for a spinner, and ">" before the focus. */
static void append_content(GtkWidget *widget, GString *text) {
  if (!gtk_widget_get_mapped(widget)) return;
  if (GTK_IS_LABEL(widget)) {
    g_string_append_printf(text, "%s\n", gtk_label_get_text(GTK_LABEL(widget)));
    if (!is_in_sight(widget)) g_string_append_printf(hidden, "|%s|", gtk_label_get_text(GTK_LABEL(widget)));
  }
  if (GTK_IS_PICTURE(widget) && gtk_picture_get_paintable(GTK_PICTURE(widget))) {
    g_string_append_c(text, '#');
    if (!gtk_widget_get_ancestor(widget, GTK_TYPE_BUTTON))
      g_string_append_printf(
          text, "%dx%d %s\n", gtk_widget_get_width(widget), gtk_widget_get_height(widget),
          gtk_picture_get_alternative_text(GTK_PICTURE(widget)));
  }
  if (GTK_IS_SPINNER(widget) && gtk_spinner_get_spinning(GTK_SPINNER(widget))) g_string_append(text, "…\n");
  if ((GTK_IS_BUTTON(widget) || GTK_IS_EDITABLE(widget) || GTK_IS_TEXT_VIEW(widget))
      && gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUS_WITHIN) {
    g_string_append_c(text, '>');
    if (!is_in_sight(widget)) g_string_append(hidden, "|focus|");
  }
  if (GTK_IS_EDITABLE(widget)) {
    const char *value = gtk_editable_get_text(GTK_EDITABLE(widget));
    gboolean is_wide = gtk_widget_get_width(widget) > gtk_widget_get_width(GTK_WIDGET(gtk_widget_get_root(widget))) - 80;
    check_name(widget);
    const char *hint = *value || !GTK_IS_ENTRY(widget) ? NULL : gtk_entry_get_placeholder_text(GTK_ENTRY(widget));
    g_string_append_printf(text, "%s %s\n", is_wide ? "==" : "=", !is_hidden(widget) ? value : *value ? "***" : "");
    if (hint && *hint) g_string_append_printf(text, "(%s)\n", hint);
    return;
  }
  if (GTK_IS_TEXT_VIEW(widget)) {
    GtkTextIter first, last;
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget));
    gtk_text_buffer_get_bounds(buffer, &first, &last);
    char *value = gtk_text_buffer_get_text(buffer, &first, &last, FALSE), **lines = g_strsplit(value, "\n", -1);
    char *joined = g_strjoinv("⏎", lines);
    check_name(widget);
    g_string_append_printf(text, "= %s\n", joined);
    g_free(joined), g_strfreev(lines), g_free(value);
    return;
  }
  const char *marks = GTK_IS_BUTTON(widget) ? is_enabled(widget) ? "<>" : "()" : NULL;
  if (GTK_IS_TOGGLE_BUTTON(widget) && gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget))) marks = "[]";
  gsize start = text->len;
  if (marks) g_string_append_c(text, marks[0]);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    int column = 0;
    if (gtk_widget_has_css_class(widget, "rows")) gtk_grid_query_child(GTK_GRID(widget), child, &column, NULL, NULL, NULL);
    columns = MAX(columns, column + 1);
    append_content(child, text);
  }
  if (marks && text->str[text->len - 1] == '\n') g_string_truncate(text, text->len - 1);
  if (marks && text->len == start + 1) check_name(widget);
  if (marks) g_string_append_printf(text, "%c\n", marks[1]);
}

/* Called after a frame was painted, so the printed content is on the display. */
static void on_painted(GdkFrameClock *clock, GtkWidget *window) {
  static char *printed;
  (void)clock;
  GString *shown = g_string_new(NULL);
  hidden = g_string_new(NULL);
  columns = unnamed = 0;
  append_content(window, shown);
  g_string_append_printf(shown, "columns %d\nunnamed %d\n", columns, unnamed);
  g_string_append_printf(
      shown, "size %d %d\nhidden %s\n", gtk_widget_get_width(window), gtk_widget_get_height(window), hidden->str);
  g_string_free(hidden, TRUE);
  int least = 0;
  gtk_widget_measure(window, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_string_append_printf(shown, "%s %d", gtk_widget_get_width(window) < 600 ? "least width" : "wide", least);
  GVariant *value = g_variant_ref_sink(g_variant_new_string(shown->str));
  char *text = json_gvariant_serialize_data(value, NULL);
  if (g_strcmp0(text, printed) != 0) puts(text), fflush(stdout);
  g_free(printed);
  printed = text;
  g_variant_unref(value), g_string_free(shown, TRUE);
}

/* A message to the app, which is sent later. */
typedef struct {
  uint64_t handle;
  char *text;
} Late;

static int32_t (*send_now)(uint64_t handle, const char *message, size_t length);

static gboolean on_late(void *context) {
  Late *late = context;
  send_now(late->handle, late->text, strlen(late->text));
  g_free(late->text), g_free(late);
  return G_SOURCE_REMOVE;
}

/* Stands before the app's function of this name. With COLMEIA_SLOW in the environment, the app is slow. */
int32_t colmeia_send(uint64_t handle, const char *message, size_t length) {
  if (!send_now) *(void **)&send_now = dlsym(RTLD_NEXT, "colmeia_send");
  if (!g_getenv("COLMEIA_SLOW") || strcmp(message, "\"bye\"") == 0) return send_now(handle, message, length);
  Late *late = g_new(Late, 1);
  *late = (Late){.handle = handle, .text = g_strndup(message, length)};
  g_timeout_add(300, on_late, late);
  return 0;
}

/* Stands before the library's function of this name. With COLMEIA_UNDRAWN in the environment, no picture can be drawn. */
GdkPixbuf *gdk_pixbuf_new_from_stream_finish(GAsyncResult *result, GError **error) {
  GdkPixbuf *(*finish)(GAsyncResult *, GError **);
  *(void **)&finish = dlsym(RTLD_NEXT, "gdk_pixbuf_new_from_stream_finish");
  GdkPixbuf *pixbuf = finish(result, error);
  if (g_getenv("COLMEIA_UNDRAWN")) g_clear_object(&pixbuf);
  return pixbuf;
}

/* Called periodically until there is a window. */
static gboolean on_time(void *context) {
  (void)context;
  GListModel *windows = gtk_is_initialized() ? gtk_window_get_toplevels() : NULL;
  GtkWidget *window = windows ? g_list_model_get_item(windows, 0) : NULL;
  GdkFrameClock *clock = window ? gtk_widget_get_frame_clock(window) : NULL;
  if (clock) g_signal_connect_object(clock, "after-paint", G_CALLBACK(on_painted), window, 0);
  if (clock) gtk_widget_queue_draw(window);
  g_clear_object(&window);
  return clock ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void load(void) { g_timeout_add(20, on_time, NULL); }
