/* The parts of the program: the app behind the C interface, its screens as widgets, and pictures. */
#ifndef DESKTOP_H
#define DESKTOP_H

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

typedef struct App App;
typedef struct View View;

/* Starts the app with options of desktop_create, on GLib's loop, in the window that the builder has. When that fails it
 * answers NULL, and *error is a text for g_free. */
App *app_start(GVariant *options, GtkBuilder *builder, char **error);

/* Sends an action as JSON. Answers the number that view_heard is told when all was shown that came of it, and of what was
 * sent before; or 0 when the app did not take it. */
guint app_dispatch(App *app, const char *action);

/* The last state as JSON; NULL unless the options ask for whole states. */
const char *app_state(const App *app);

/* Ends the app, and waits for it, but not for long. Its window goes, too. */
void app_end(App *app);

/* The widgets of the window that the builder has. Each keeps its focus and its cursor while it means the same. */
View *view_new(GtkBuilder *builder, App *app);

/* Shows a screen. Pictures are fetched from `origin` (may be NULL), and from where the screen says that they are. */
void view_show(View *view, JsonObject *screen, const char *origin);

/* Fields may have what the app says, unless they were edited after this number. */
void view_heard(View *view, guint number);

/* Says what went wrong beside the app, until the next screen. */
void view_complain(View *view, const char *text);

/* Destroys the window. */
void view_free(View *view);

/* Shows the picture of an address (http or https) once it has come; nothing for NULL, or when there is none. */
void picture_show(GtkPicture *picture, const char *address);

/* A value as JSON, for g_free. */
char *json_of(GVariant *value);

#endif
