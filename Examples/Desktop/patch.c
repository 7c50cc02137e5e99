#include "desktop.h"

static JsonNode *changed(JsonNode *node, char **steps, JsonObject *change);

/* Returns a copy of an array with one element changed. */
static JsonNode *changed_array(JsonArray *array, char **steps, JsonObject *change) {
  JsonArray *copy = json_array_new();
  guint position = (guint)g_ascii_strtoull(*steps, NULL, 10), length = json_array_get_length(array);
  const char *op = steps[1] ? "replace" : json_object_get_string_member(change, "op");
  gboolean inserts = strcmp(op, "add") == 0, removes = strcmp(op, "remove") == 0;
  for (guint index = 0; index < length + inserts; index++) {
    if (index == position && !removes) {
      JsonNode *element = index < length ? json_array_get_element(array, index) : NULL;
      json_array_add_element(copy, changed(element, steps + 1, change));
    }
    if (index < length && (index != position || inserts))
      json_array_add_element(copy, json_array_dup_element(array, index));
  }
  JsonNode *node = json_node_init_array(json_node_alloc(), copy);
  json_array_unref(copy);
  return node;
}

/* Returns a copy of an object with one member changed. */
static JsonNode *changed_object(JsonObject *object, char **steps, JsonObject *change) {
  JsonObject *copy = json_object_new();
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  json_object_iter_init_ordered(&iter, object);
  while (json_object_iter_next_ordered(&iter, &name, &member))
    json_object_set_member(copy, name, json_node_copy(member));
  if (!steps[1] && strcmp(json_object_get_string_member(change, "op"), "remove") == 0)
    json_object_remove_member(copy, *steps);
  else
    json_object_set_member(copy, *steps, changed(json_object_get_member(object, *steps), steps + 1, change));
  JsonNode *node = json_node_init_object(json_node_alloc(), copy);
  json_object_unref(copy);
  return node;
}

/* Returns a copy of a value with one change of the part that the steps lead to. */
static JsonNode *changed(JsonNode *node, char **steps, JsonObject *change) {
  if (!*steps) return json_object_dup_member(change, "value");
  return JSON_NODE_HOLDS_ARRAY(node) ? changed_array(json_node_get_array(node), steps, change)
                                     : changed_object(json_node_get_object(node), steps, change);
}

/* Returns a step of a path without its escapes, and frees the step. */
static char *unescaped(char *step) {
  GString *text = g_string_new(step);
  g_string_replace(text, "~1", "/", 0);
  g_string_replace(text, "~0", "~", 0);
  g_free(step);
  return g_string_free(text, FALSE);
}

JsonNode *json_patched(JsonNode *node, JsonArray *patch) {
  node = json_node_copy(node);
  for (guint index = 0; index < json_array_get_length(patch); index++) {
    JsonObject *change = json_array_get_object_element(patch, index);
    char **steps = g_strsplit(json_object_get_string_member(change, "path"), "/", -1);
    for (char **step = steps; *step; step++) *step = unescaped(*step);
    JsonNode *next = changed(node, *steps ? steps + 1 : steps, change);
    json_node_unref(node);
    g_strfreev(steps);
    node = next;
  }
  return node;
}
