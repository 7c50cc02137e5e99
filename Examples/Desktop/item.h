/* The items of a screen. */
#ifndef ITEM_H
#define ITEM_H

#include "desktop.h"

/* The sections of a screen, in order. */
enum { TABS, MESSAGES, FIELDS, ROWS, BUTTONS, SECTIONS };

/* A tab, a message, a field, a row or a button. */
typedef struct {
  App *app;
  int section, position;
  char *key, *json, *action, *edit, *value;
  /* The app's label of a field, and how to type it. */
  char *label, *hint;
  /* The values of a choice's options, in order. NULL for other items. */
  char **values;
  /* The widget in the grid, and the widget that takes the focus (may be NULL). */
  GtkWidget *widget, *control;
  /* The detail of a field is the message about it. */
  GtkWidget *text, *detail;
  /* NULL until a row needs them. */
  GtkWidget *picture, *bar;
  gboolean is_selected, is_enabled, is_setting, is_date;
  /* The role of a button: the submit button of the fields, or the way back. */
  gboolean is_submit, is_back;
  /* Whether the button was enabled when it was pressed last. */
  gboolean was_pressed;
  /* The number of the last edit, until all of its results have been shown. */
  guint asked;
} Item;

/* Creates an item of a section with its widgets, which own the item and `key`. */
Item *item_new(App *app, int section, JsonObject *object, char *key);

/* Updates the item's widgets. */
void item_update(Item *item, JsonObject *object, const char *origin);

/* Sets a field's text to the app's, unless the typed text is newer. */
void item_set_value(Item *item);

/* Shows the message about a field below it, or none if it is NULL. */
void item_set_message(Item *item, JsonObject *message);

/* Returns a time in the person's zone and in the form of the hint, or the value itself if it is none. The caller frees it. */
char *time_shown(const char *value, const char *hint);

/* Returns the value of a field for what was typed: its time in UTC, or the same text if it is none. The caller frees it. */
char *time_value(const char *typed);

/* Returns a label with the person's zone at the time of a value instead of UTC. The caller frees it. */
char *time_label(const char *label, const char *value);

/* Returns a string member, or an empty string if there is none. */
const char *text_of(JsonObject *object, const char *member);

/* Returns a member as JSON, or NULL if there is none. */
char *member_json(JsonObject *object, const char *member);

#endif
