/* What a screen is made of. */
#ifndef ITEM_H
#define ITEM_H

#include "desktop.h"

/* The parts of a screen, in the order in which they stand. */
enum { TABS, MESSAGES, FIELDS, ROWS, BUTTONS, SECTIONS };

/* A tab, a message, a field, a row or a button. */
typedef struct {
  App *app;
  int section, place;
  char *key, *json, *action, *edit, *value;
  /* What stands in the grid, and what takes keys (may be NULL). */
  GtkWidget *widget, *control;
  GtkWidget *text, *detail, *picture, *bar;
  gboolean is_selected, is_setting;
  /* The number of the last edit, until all was shown that came of it. */
  guint asked;
} Item;

/* An item of a part of the screen, with its widgets, which own it and `key`. */
Item *item_new(App *app, int section, JsonObject *object, char *key);

/* Shows what it is now. */
void item_update(Item *item, JsonObject *object, const char *origin);

/* A field says what the app says, unless what was typed is newer. */
void item_set_value(Item *item);

/* A text; empty, if there is none. */
const char *text_of(JsonObject *object, const char *member);

/* A member as JSON; NULL if there is none. */
char *member_json(JsonObject *object, const char *member);

#endif
