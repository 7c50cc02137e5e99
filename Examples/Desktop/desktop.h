/* The parts of the program: the app behind the C interface, its screens as widgets, and pictures. */
#ifndef DESKTOP_H
#define DESKTOP_H

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

typedef struct App App;
typedef struct View View;

/* Starts the app on GLib's loop, in the builder's window. The options are those of desktop_create. Returns NULL on failure,
 * and sets *error to a text that the caller frees with g_free. */
App *app_start(GVariant *options, GtkBuilder *builder, char **error);

/* Sends an action as JSON. Returns the number that is passed to view_echoed when all of its results, and those of earlier
 * actions, have been shown; or 0 if the app did not accept it. */
guint app_dispatch(App *app, const char *action);

/* Returns the latest state as JSON, or null if there is none yet. The caller frees it with g_free. */
char *app_state(const App *app);

/* Returns a text that a front end shows itself, in the app's language. */
const char *app_text(const App *app, const char *name);

/* Ends the app, waits briefly until it has ended, and destroys its window. */
void app_end(App *app);

/* Creates the view of the builder's window. A widget keeps its focus and cursor as long as its meaning is the same. */
View *view_new(GtkBuilder *builder, App *app);

/* Shows a screen, except for the sections that it shares with the last one, which are shown already. Pictures are loaded
 * from `origin` (may be NULL), and from the addresses on the screen. */
void view_show(View *view, JsonObject *screen, const char *origin);

/* Lets the app's text replace that of fields, except those that were edited after this number. */
void view_echoed(View *view, guint number);

/* Shows an error of this program until the next screen. */
void view_complain(View *view, const char *text);

/* Destroys the window. */
void view_free(View *view);

/* Loads and shows the picture of an address (http or https), scaled down to `side` pixels. Shows nothing for NULL. If it can't
 * be shown, `undrawn` becomes visible, which may be NULL. */
void picture_show(GtkPicture *picture, const char *address, int side, GtkWidget *undrawn);

/* Lets the windows be dark or light as the desktop is (the portal's color-scheme), now and when it changes. */
void scheme_follow(void);

/* Returns a copy of a JSON value with a patch applied (RFC 6902). It shares the unchanged parts of the original. */
JsonNode *json_patched(JsonNode *node, JsonArray *patch);

/* Returns a value as JSON, which the caller frees with g_free. */
char *json_of(GVariant *value);

#endif
