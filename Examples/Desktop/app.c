#include "desktop.h"

#include <colmeia.h>
#include <glib-unix.h>

COLMEIA_CREATE(desktop_create);

struct App {
  uint64_t handle;
  guint source, number;
  gboolean has_ended;
  char *origin;
  JsonNode *state, *screen, *texts;
  View *view;
};

char *json_of(GVariant *value) {
  g_variant_ref_sink(value);
  char *text = json_gvariant_serialize_data(value, NULL);
  g_variant_unref(value);
  return text;
}

static void set(JsonNode **node, JsonNode *value) {
  if (*node) json_node_unref(*node);
  *node = value;
}

static void show(App *app, JsonNode *screen) {
  set(&app->screen, screen);
  view_show(app->view, json_node_get_object(screen), app->origin);
}

static void take_object(App *app, JsonObject *message) {
  if (json_object_has_member(message, "screen")) {
    show(app, json_object_dup_member(message, "screen"));
  } else if (json_object_has_member(message, "screenPatch")) {
    show(app, json_patched(app->screen, json_object_get_array_member(message, "screenPatch")));
  } else if (json_object_has_member(message, "echo")) {
    view_echoed(app->view, (guint)json_object_get_int_member(message, "echo"));
  } else if (json_object_has_member(message, "state")) {
    set(&app->state, json_object_dup_member(json_object_get_object_member(message, "state"), "value"));
  } else if (json_object_has_member(message, "patch")) {
    JsonObject *patch = json_object_get_object_member(message, "patch");
    set(&app->state, json_patched(app->state, json_object_get_array_member(patch, "changes")));
  } else if (json_object_has_member(message, "hello")) {
    JsonObject *hello = json_object_get_object_member(message, "hello");
    app->origin = g_strdup(json_object_get_string_member_with_default(hello, "origin", NULL));
    if (json_object_has_member(hello, "texts")) app->texts = json_object_dup_member(hello, "texts");
  } else if (json_object_has_member(message, "error")) {
    JsonObject *error = json_object_get_object_member(message, "error");
    view_complain(app->view, json_object_get_string_member(error, "message"));
  }
}

/* Handles a message; called by colmeia_pump. */
static void take(const char *message, size_t length, void *app) {
  (void)length;
  JsonNode *node = json_from_string(message, NULL);
  if (node && JSON_NODE_HOLDS_OBJECT(node)) take_object(app, json_node_get_object(node));
  else ((App *)app)->has_ended = TRUE; /* "bye", after an error that says why */
  if (node) json_node_unref(node);
}

static gboolean on_readable(int descriptor, GIOCondition condition, void *context) {
  App *app = context;
  (void)descriptor, (void)condition;
  colmeia_pump(app->handle);
  if (app->has_ended) app->source = 0;
  return app->has_ended ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

App *app_start(GVariant *options, GtkBuilder *builder, char **error) {
  char *reason = NULL, *text = json_of(options);
  uint64_t handle = colmeia_abi() == COLMEIA_ABI ? desktop_create(text, strlen(text), &reason) : 0;
  int descriptor = handle ? colmeia_descriptor(handle) : -1;
  g_free(text);
  if (descriptor < 0) {
    *error = g_strdup(reason ? reason : handle ? colmeia_error_text(descriptor) : "the library has another version");
    colmeia_free(reason);
    colmeia_destroy(handle);
    return NULL;
  }
  App *app = g_new(App, 1);
  *app = (App){.handle = handle, .view = view_new(builder, app)};
  colmeia_on_message(handle, take, app, NULL);
  app->source = g_unix_fd_add(descriptor, G_IO_IN, on_readable, app);
  return app;
}

static gboolean send(App *app, char *message) {
  int32_t answer = colmeia_send(app->handle, message, strlen(message));
  g_free(message);
  if (answer != COLMEIA_OK) view_complain(app->view, colmeia_error_text(answer));
  return answer == COLMEIA_OK;
}

guint app_dispatch(App *app, const char *action) {
  if (!send(app, g_strdup_printf("{\"dispatch\": %s}", action))) return 0;
  return send(app, g_strdup_printf("{\"echo\": %u}", ++app->number)) ? app->number : 0;
}

char *app_state(const App *app) { return app->state ? json_to_string(app->state, FALSE) : g_strdup("null"); }

const char *app_text(const App *app, const char *name) {
  return app->texts ? json_object_get_string_member_with_default(json_node_get_object(app->texts), name, "") : "";
}

void app_end(App *app) {
  if (app->source) g_source_remove(app->source);
  colmeia_send(app->handle, "\"bye\"", 5);
  char *message;
  while (colmeia_next(app->handle, 5000, &message, NULL) == COLMEIA_OK) colmeia_free(message);
  colmeia_destroy(app->handle);
  view_free(app->view);
  set(&app->state, NULL), set(&app->screen, NULL), set(&app->texts, NULL);
  g_free(app->origin), g_free(app);
}
