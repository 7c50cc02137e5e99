#include "desktop.h"

#include <libsoup/soup.h>

/* Shows what was loaded, or that there is no picture. */
static void finish(GObject *message, GdkPixbuf *pixbuf) {
  GObject *picture = g_object_get_data(message, "picture");
  GtkWidget *undrawn = g_object_get_data(message, "undrawn");
  /* In the meantime the widget may have been given another picture. */
  if (g_object_get_data(picture, "message") != message) return;
  if (undrawn && !pixbuf) gtk_widget_set_visible(undrawn, TRUE), gtk_widget_set_visible(GTK_WIDGET(picture), FALSE);
  if (!pixbuf) return;
  GdkTexture *texture = gdk_texture_new_for_pixbuf(pixbuf);
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(texture));
  g_object_unref(texture);
}

static void on_decoded(GObject *source, GAsyncResult *result, void *message) {
  (void)source;
  GdkPixbuf *pixbuf = gdk_pixbuf_new_from_stream_finish(result, NULL);
  finish(message, pixbuf);
  g_clear_object(&pixbuf);
  g_object_unref(message);
}

static void on_answered(GObject *session, GAsyncResult *result, void *message) {
  GInputStream *stream = soup_session_send_finish(SOUP_SESSION(session), result, NULL);
  /* Larger pictures are scaled down while they are loaded. */
  int side = GPOINTER_TO_INT(g_object_get_data(message, "side"));
  if (stream && soup_message_get_status(message) == SOUP_STATUS_OK)
    gdk_pixbuf_new_from_stream_at_scale_async(stream, side, side, TRUE, NULL, on_decoded, g_object_ref(message));
  else finish(message, NULL);
  g_clear_object(&stream);
  g_object_unref(message);
}

void picture_show(GtkPicture *picture, const char *address, int side, GtkWidget *undrawn) {
  static SoupSession *session;
  GObject *object = G_OBJECT(picture);
  if (g_strcmp0(g_object_get_data(object, "address"), address) == 0) return;
  SoupMessage *message = address ? soup_message_new("GET", address) : NULL;
  g_object_set_data_full(object, "address", g_strdup(address), g_free);
  g_object_set_data(object, "message", message);
  gtk_picture_set_paintable(picture, NULL);
  if (undrawn) gtk_widget_set_visible(undrawn, FALSE);
  if (!message) return;
  if (!session) session = soup_session_new();
  g_object_set_data(G_OBJECT(message), "side", GINT_TO_POINTER(side));
  g_object_set_data(G_OBJECT(message), "undrawn", undrawn);
  g_object_set_data_full(G_OBJECT(message), "picture", g_object_ref(picture), g_object_unref);
  soup_session_send_async(session, message, G_PRIORITY_LOW, NULL, on_answered, message);
}
