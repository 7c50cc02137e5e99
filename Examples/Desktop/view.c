#include "item.h"

/* The names of the sections, and the number of items per line, in a wide and in a narrow window. */
static const char *const members[SECTIONS] = {"tabs", "messages", "fields", "rows", "buttons"};
static const int columns[2][SECTIONS] = {{99, 1, 1, 4, 6}, {99, 1, 1, 2, 2}};
static const int narrow = 600;

struct View {
  App *app;
  GtkWindow *window;
  GtkLabel *title, *problem;
  GtkSpinner *spinner;
  GtkScrolledWindow *scrolled;
  GtkPicture *picture;
  /* What is shown instead of a picture that can't be. */
  GtkLabel *undrawn;
  GtkGrid *grids[SECTIONS];
  GHashTable *items[SECTIONS];
  /* The arrays of the last screen. A patched screen shares those that haven't changed. */
  JsonArray *arrays[SECTIONS];
  /* The key, section and index of the item that had the focus last. */
  char *focused;
  int section, position;
  gboolean has_picture;
  /* The key of the row that had the focus when the picture was opened. */
  char *opener;
  gboolean is_showing;
  /* Whether the screen is a conversation, and whether it stays at its end, where the newest message is. */
  gboolean is_conversation, follows;
  /* Whether fields were submitted, so that the first one with an error gets the focus. */
  gboolean has_submitted;
  /* The time when the focus last moved by itself (monotonic, µs), or 0 if the person has moved it since. */
  gint64 moved;
  /* Whether Enter or Space is being held. */
  gboolean is_held;
  gboolean is_narrow;
};

/* Puts an item into the next free cell. A row without a picture gets its own line. */
static void put(View *view, Item *item, int *cell) {
  int all = columns[view->is_narrow][item->section];
  int line = item->section == ROWS && !(item->picture && gtk_widget_get_visible(item->picture));
  int width = line ? all : 1;
  if (*cell % all + width > all) *cell += all - *cell % all;
  GtkGrid *grid = view->grids[item->section];
  if (!gtk_widget_get_parent(item->widget)) gtk_grid_attach(grid, item->widget, 0, 0, 1, 1);
  g_object_set(
      gtk_layout_manager_get_layout_child(gtk_widget_get_layout_manager(GTK_WIDGET(grid)), item->widget),
      "column", *cell % all, "row", *cell / all, "column-span", width, NULL);
  *cell += width;
}

/* Returns the key of an item, which identifies it as long as its meaning is the same: its action or text, and a counter. */
static char *key_of(JsonObject *object, GHashTable *counts) {
  char *name = member_json(object, "action");
  if (!name) name = member_json(object, "edit");
  if (!name) name = g_strconcat(text_of(object, "text"), text_of(object, "label"), NULL);
  guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
  char *key = g_strdup_printf("%u %s", count, name);
  g_hash_table_insert(counts, name, GUINT_TO_POINTER(count + 1));
  return key;
}

static void on_entered(GtkWidget *entry, View *view);
static void on_pressed(GtkButton *button, View *view);

/* Takes an item out of the old ones, or creates it, and updates it if it has changed. */
static Item *show_item(View *view, int section, JsonNode *node, const char *origin, GHashTable *counts) {
  JsonObject *object = json_node_get_object(node);
  char *json = json_to_string(node, FALSE), *key = key_of(object, counts);
  Item *item = g_hash_table_lookup(view->items[section], key);
  if (item) g_hash_table_remove(view->items[section], key), g_free(key);
  else {
    item = item_new(view->app, section, object, key);
    if (section == FIELDS && GTK_IS_EDITABLE(item->control))
      g_signal_connect(item->control, "activate", G_CALLBACK(on_entered), view);
    if (section == BUTTONS) g_signal_connect(item->control, "clicked", G_CALLBACK(on_pressed), view);
  }
  if (g_strcmp0(item->json, json) != 0) item_update(item, object, origin);
  g_free(item->json);
  item->json = json;
  return item;
}

static gint by_position(gconstpointer left, gconstpointer right) {
  return (*(Item *const *)left)->position - (*(Item *const *)right)->position;
}

/* Puts the items of a section into their cells again, after the width has changed. */
static void put_all(View *view, int section) {
  Item *item;
  GHashTableIter items;
  GPtrArray *all = g_ptr_array_new();
  g_hash_table_iter_init(&items, view->items[section]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item)) g_ptr_array_add(all, item);
  g_ptr_array_sort(all, by_position);
  int cell = 0;
  for (guint position = 0; position < all->len; position++) put(view, g_ptr_array_index(all, position), &cell);
  g_ptr_array_unref(all);
}

static void on_width(GtkWindow *window, GParamSpec *spec, View *view) {
  int width = 0, height = 0;
  (void)spec;
  gtk_window_get_default_size(window, &width, &height);
  if ((width < narrow) == view->is_narrow) return;
  view->is_narrow = width < narrow;
  put_all(view, ROWS), put_all(view, BUTTONS);
}

/* Returns the field with this label, or NULL if there is none. */
static Item *field(View *view, const char *label) {
  Item *item;
  GHashTableIter items;
  g_hash_table_iter_init(&items, view->items[FIELDS]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item))
    if (strcmp(item->label, label) == 0) return item;
  return NULL;
}

/* Shows the messages about fields at those fields. Returns the others. */
static JsonArray *show_at_fields(View *view, JsonArray *messages) {
  JsonArray *others = json_array_new();
  Item *item;
  GHashTableIter items;
  g_hash_table_iter_init(&items, view->items[FIELDS]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item)) item_set_message(item, NULL);
  for (guint position = json_array_get_length(messages); position > 0; position--) {
    JsonObject *message = json_array_get_object_element(messages, position - 1);
    if ((item = field(view, text_of(message, "field")))) item_set_message(item, message);
  }
  for (guint position = 0; position < json_array_get_length(messages); position++)
    if (!field(view, text_of(json_array_get_object_element(messages, position), "field")))
      json_array_add_element(others, json_array_dup_element(messages, position));
  return others;
}

static Item *nearest(View *view, int section, int position);

static void submit(View *view) {
  Item *button;
  GHashTableIter buttons;
  g_hash_table_iter_init(&buttons, view->items[BUTTONS]);
  while (g_hash_table_iter_next(&buttons, NULL, (void **)&button))
    if (button->is_submit) g_signal_emit_by_name(button->control, "clicked");
}

/* Enter goes to the next field, and submits from the last. */
static void on_entered(GtkWidget *entry, View *view) {
  Item *item = g_object_get_data(G_OBJECT(gtk_widget_get_parent(gtk_widget_get_parent(entry))), "item");
  Item *next = nearest(view, FIELDS, item->position + 1);
  if (next && next->position > item->position) gtk_widget_grab_focus(next->control);
  else submit(view);
}

static void on_pressed(GtkButton *button, View *view) {
  Item *item = g_object_get_data(G_OBJECT(button), "item");
  view->has_submitted = item->is_submit;
}

static Item *focused_item(View *view) {
  Item *item = NULL;
  GtkWidget *widget = gtk_window_get_focus(view->window);
  for (; widget && !item; widget = gtk_widget_get_parent(widget)) item = g_object_get_data(G_OBJECT(widget), "item");
  return item;
}

static gboolean is_enter(guint key) { return key == GDK_KEY_Return || key == GDK_KEY_KP_Enter; }

/* Whether Enter or Space was meant for another control, from which the focus has just moved by itself; or is repeated because
 * it is held, which must answer no question. In a text, both are letters. */
static gboolean is_meant_for_another(View *view, guint key, gboolean is_repeated) {
  Item *item = focused_item(view);
  if (item && item->section == FIELDS) return is_repeated && is_enter(key) && GTK_IS_EDITABLE(item->control);
  return is_repeated || g_get_monotonic_time() - view->moved < 500000;
}

/* From any row, however many there are, Ctrl+Home leads to the fields, and Ctrl+End to the buttons. */
static gboolean leave_rows(View *view, guint key) {
  Item *item = focused_item(view);
  if (!item || item->section != ROWS || (key != GDK_KEY_Home && key != GDK_KEY_End)) return FALSE;
  Item *target = key == GDK_KEY_Home ? nearest(view, FIELDS, 0) : NULL;
  if (!target) target = nearest(view, BUTTONS, 0);
  return target && gtk_widget_grab_focus(target->control);
}

/* Handles keys before the focused widget. Ctrl+Enter submits from every field, also from a paragraph, where Enter begins a
 * line. */
static gboolean on_early_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType modifiers, View *view) {
  (void)keys, (void)code;
  gboolean is_repeated = view->is_held;
  view->is_held = is_enter(key) || key == GDK_KEY_space;
  if (view->is_held && is_meant_for_another(view, key, is_repeated)) return TRUE;
  if (!(modifiers & GDK_CONTROL_MASK)) return FALSE;
  if (is_enter(key)) submit(view);
  return is_enter(key) || leave_rows(view, key);
}

/* The key may be released in another window. */
static void on_released(View *view) { view->is_held = FALSE; }

static void show_section(View *view, int section, JsonArray *array, const char *origin) {
  if (array == view->arrays[section]) return;
  if (view->arrays[section]) json_array_unref(view->arrays[section]);
  view->arrays[section] = json_array_ref(array);
  GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *fresh = g_hash_table_new(g_str_hash, g_str_equal);
  int cell = 0;
  GtkWidget *last = NULL;
  GPtrArray *all = g_ptr_array_new();
  for (guint position = 0; position < json_array_get_length(array); position++) {
    Item *item = show_item(view, section, json_array_get_element(array, position), origin, counts);
    item->position = (int)position;
    g_hash_table_insert(fresh, item->key, item);
    g_ptr_array_add(all, item);
    put(view, item, &cell);
  }
  GHashTableIter removed;
  Item *item;
  g_hash_table_iter_init(&removed, view->items[section]);
  while (g_hash_table_iter_next(&removed, NULL, (void **)&item)) {
    /* Otherwise GTK considers the focus to be here still, and Tab skips the whole list. */
    if (item == focused_item(view)) gtk_window_set_focus(view->window, NULL);
    gtk_grid_remove(view->grids[section], item->widget);
  }
  /* A screen reader reads the items in this order. */
  for (guint position = 0; position < all->len; position++) {
    GtkWidget *widget = ((Item *)g_ptr_array_index(all, position))->widget;
    if (gtk_widget_get_prev_sibling(widget) != last) gtk_widget_insert_after(widget, GTK_WIDGET(view->grids[section]), last);
    last = widget;
  }
  g_ptr_array_unref(all);
  g_hash_table_unref(view->items[section]), g_hash_table_unref(counts);
  view->items[section] = fresh;
  gtk_widget_set_visible(GTK_WIDGET(view->grids[section]), cell > 0);
}

static void on_focus(GtkWindow *window, GParamSpec *spec, View *view) {
  (void)window, (void)spec;
  Item *item = focused_item(view);
  /* GTK moves the focus while widgets are removed. */
  if (!item || view->is_showing) return;
  g_free(view->focused);
  view->focused = g_strdup(item->key);
  view->section = item->section;
  view->position = item->position;
  view->moved = 0;
}

/* Returns the item that is nearest to an index and can have the focus. */
static Item *nearest(View *view, int section, int position) {
  Item *item, *found = NULL;
  GHashTableIter items;
  g_hash_table_iter_init(&items, view->items[section]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item)) {
    if (!item->control || !gtk_widget_is_sensitive(item->control)) continue;
    if (!found || ABS(item->position - position) < ABS(found->position - position)) found = item;
  }
  return found;
}

/* Returns whether the item in the position of the focus can't have it yet. */
static gboolean is_pending(View *view) {
  Item *item;
  GHashTableIter items;
  g_hash_table_iter_init(&items, view->items[view->section]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item))
    if (item->position == view->position) return item->control && !gtk_widget_is_sensitive(item->control);
  return FALSE;
}

/* The focused item keeps the focus. If it was removed, its neighbor gets the focus. On another screen, if a button has added
 * fields, or if the item was disabled by pressing it or cannot have the focus any more, the first item gets it. */
static void focus(View *view, gboolean is_other, gboolean has_added, gboolean is_busy) {
  has_added = has_added && view->section == BUTTONS;
  Item *item = view->focused && !has_added ? g_hash_table_lookup(view->items[view->section], view->focused) : NULL;
  gboolean is_off = item && !item->is_enabled && (item->was_pressed || !gtk_widget_is_sensitive(item->control));
  if (is_busy && (is_off || (!item && !is_other && is_pending(view)))) return;
  for (int position = 0; view->has_submitted && position < (int)g_hash_table_size(view->items[FIELDS]); position++) {
    Item *wrong = nearest(view, FIELDS, position);
    if (!wrong || wrong->position != position || !gtk_widget_has_css_class(wrong->control, "error")) continue;
    view->has_submitted = FALSE;
    gtk_widget_grab_focus(wrong->control);
    return;
  }
  if (!item && !is_other && !has_added) item = nearest(view, view->section, view->position);
  if (is_off) item->was_pressed = FALSE, item = NULL;
  for (int section = FIELDS; section <= BUTTONS && !item; section++) item = nearest(view, section, 0);
  if (!item || item == focused_item(view)) return;
  gtk_widget_grab_focus(item->control);
  view->moved = g_get_monotonic_time();
}

static gboolean on_next_frame(GtkWidget *scrolled, GdkFrameClock *clock, gpointer context) {
  (void)clock, (void)context;
  gtk_widget_queue_allocate(gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled)));
  return G_SOURCE_REMOVE;
}

/* GTK is placing the rows, and places them at the end only in the next frame. */
static void on_size(GtkAdjustment *adjustment, View *view) {
  if (!view->follows) return;
  gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment));
  gtk_widget_add_tick_callback(GTK_WIDGET(view->scrolled), on_next_frame, NULL, NULL);
}

/* In a conversation, the field is below the messages, in sight, and as wide as the window. */
static void show_order(View *view, gboolean is_conversation) {
  if (is_conversation == view->is_conversation) return;
  view->is_conversation = is_conversation;
  GtkWidget *fields = GTK_WIDGET(view->grids[FIELDS]), *rows = GTK_WIDGET(view->grids[ROWS]);
  GtkWidget *scrolled = GTK_WIDGET(view->scrolled);
  g_object_ref(fields);
  gtk_box_remove(GTK_BOX(gtk_widget_get_parent(fields)), fields);
  gtk_widget_set_halign(fields, is_conversation ? GTK_ALIGN_FILL : GTK_ALIGN_START);
  if (is_conversation) gtk_box_insert_child_after(GTK_BOX(gtk_widget_get_parent(scrolled)), fields, scrolled);
  else gtk_box_prepend(GTK_BOX(gtk_widget_get_parent(rows)), fields);
  g_object_unref(fields);
}

static void show_picture(View *view, JsonObject *screen) {
  JsonNode *node = json_object_get_member(screen, "picture");
  JsonObject *picture = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  const char *address = picture ? text_of(picture, "address") : "";
  gboolean is_web = g_str_has_prefix(address, "http");
  if (is_web && !view->has_picture && view->section == ROWS) view->opener = g_strdup(view->focused);
  /* When it is closed, the focus is where it was. */
  if (!is_web && view->opener) {
    g_free(view->focused);
    view->focused = g_steal_pointer(&view->opener), view->section = ROWS;
  }
  const char *description = picture ? text_of(picture, "description") : NULL;
  char *undrawn = picture ? g_strconcat("! ", description, ": ", app_text(view->app, "undrawn"), " ", address, NULL) : NULL;
  gtk_label_set_text(view->undrawn, undrawn ? undrawn : "");
  view->has_picture = is_web;
  gtk_picture_set_alternative_text(view->picture, description);
  picture_show(view->picture, is_web ? address : NULL, 1024, GTK_WIDGET(view->undrawn));
  gtk_widget_set_visible(GTK_WIDGET(view->picture), is_web && !gtk_widget_get_visible(GTK_WIDGET(view->undrawn)));
  g_free(undrawn);
}

void view_show(View *view, JsonObject *screen, const char *origin) {
  const char *title = text_of(screen, "title");
  gboolean is_other = strcmp(title, gtk_label_get_text(view->title)) != 0;
  gboolean is_busy = json_object_get_boolean_member(screen, "isBusy");
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment(view->scrolled);
  double rest = gtk_adjustment_get_upper(scroll) - gtk_adjustment_get_value(scroll) - gtk_adjustment_get_page_size(scroll);
  show_order(view, strcmp(text_of(screen, "layout"), "conversation") == 0);
  view->follows = view->is_conversation && (is_other || rest < 80);
  gtk_label_set_text(view->title, title);
  gtk_spinner_set_spinning(view->spinner, is_busy);
  gtk_widget_set_visible(GTK_WIDGET(view->problem), FALSE);
  guint count = g_hash_table_size(view->items[FIELDS]);
  view->is_showing = TRUE;
  for (int section = 0; section < SECTIONS; section++)
    if (section != MESSAGES)
      show_section(view, section, json_object_get_array_member(screen, members[section]), origin);
  JsonArray *messages = show_at_fields(view, json_object_get_array_member(screen, members[MESSAGES]));
  show_section(view, MESSAGES, messages, origin);
  json_array_unref(messages);
  show_picture(view, screen);
  view->is_showing = FALSE;
  if (is_other) view->has_submitted = FALSE;
  if (is_other) gtk_adjustment_set_value(scroll, view->follows ? gtk_adjustment_get_upper(scroll) : 0);
  focus(view, is_other, count > 0 && g_hash_table_size(view->items[FIELDS]) > count, is_busy);
}

void view_echoed(View *view, guint number) {
  Item *item;
  GHashTableIter items;
  g_hash_table_iter_init(&items, view->items[FIELDS]);
  while (g_hash_table_iter_next(&items, NULL, (void **)&item)) {
    if (!item->asked || item->asked > number) continue;
    item->asked = 0;
    item_set_value(item);
  }
}

void view_complain(View *view, const char *text) {
  gtk_label_set_text(view->problem, text);
  gtk_widget_set_visible(GTK_WIDGET(view->problem), TRUE);
}

/* Selects a tab by its index, counted from 0. */
static gboolean on_tab_key(GtkWidget *window, GVariant *position, void *view) {
  (void)window;
  GtkWidget *tab = gtk_grid_get_child_at(((View *)view)->grids[TABS], g_variant_get_int32(position), 0);
  return tab && gtk_widget_activate(tab);
}

/* Esc goes back, which also closes a large picture. A list of options closes itself first. */
static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType modifiers, View *view) {
  Item *item;
  GHashTableIter items;
  (void)keys, (void)code, (void)modifiers;
  g_hash_table_iter_init(&items, view->items[BUTTONS]);
  while (key == GDK_KEY_Escape && g_hash_table_iter_next(&items, NULL, (void **)&item))
    if (item->is_back && item->is_enabled) return gtk_widget_activate(item->control);
  return FALSE;
}

/* Adds the keys Alt+1 and so on, which select a tab, and Ctrl+Q, which quits. GTK handles all others. */
static void add_keys(GtkWidget *window, View *view) {
  GtkShortcutController *keys = GTK_SHORTCUT_CONTROLLER(gtk_shortcut_controller_new());
  gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut(
      keys, gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_q, GDK_CONTROL_MASK), gtk_named_action_new("window.close")));
  for (int position = 0; position < 9; position++) {
    GtkShortcut *shortcut = gtk_shortcut_new(
        gtk_keyval_trigger_new(GDK_KEY_1 + (guint)position, GDK_ALT_MASK), gtk_callback_action_new(on_tab_key, view, NULL));
    gtk_shortcut_set_arguments(shortcut, g_variant_new_int32(position));
    gtk_shortcut_controller_add_shortcut(keys, shortcut);
  }
  gtk_widget_add_controller(window, GTK_EVENT_CONTROLLER(keys));
  GtkEventController *escape = gtk_event_controller_key_new();
  g_signal_connect(escape, "key-pressed", G_CALLBACK(on_key), view);
  gtk_widget_add_controller(window, escape);
  GtkEventController *early = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(early, GTK_PHASE_CAPTURE);
  g_signal_connect(early, "key-pressed", G_CALLBACK(on_early_key), view);
  g_signal_connect_swapped(early, "key-released", G_CALLBACK(on_released), view);
  g_signal_connect_swapped(window, "notify::is-active", G_CALLBACK(on_released), view);
  gtk_widget_add_controller(window, early);
}

View *view_new(GtkBuilder *builder, App *app) {
  View *view = g_new0(View, 1);
  view->app = app;
  view->window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  view->title = GTK_LABEL(gtk_builder_get_object(builder, "title"));
  view->problem = GTK_LABEL(gtk_builder_get_object(builder, "problem"));
  view->spinner = GTK_SPINNER(gtk_builder_get_object(builder, "spinner"));
  view->picture = GTK_PICTURE(gtk_builder_get_object(builder, "picture"));
  view->undrawn = GTK_LABEL(gtk_builder_get_object(builder, "undrawn"));
  view->scrolled = GTK_SCROLLED_WINDOW(gtk_builder_get_object(builder, "scrolled"));
  for (int section = 0; section < SECTIONS; section++) {
    view->items[section] = g_hash_table_new(g_str_hash, g_str_equal);
    view->grids[section] = GTK_GRID(gtk_builder_get_object(builder, members[section]));
  }
  g_signal_connect(view->window, "notify::focus-widget", G_CALLBACK(on_focus), view);
  g_signal_connect(gtk_scrolled_window_get_vadjustment(view->scrolled), "changed", G_CALLBACK(on_size), view);
  g_signal_connect(view->window, "notify::default-width", G_CALLBACK(on_width), view);
  add_keys(GTK_WIDGET(view->window), view);
  return view;
}

void view_free(View *view) {
  gtk_window_destroy(view->window);
  for (int section = 0; section < SECTIONS; section++) {
    g_hash_table_unref(view->items[section]);
    if (view->arrays[section]) json_array_unref(view->arrays[section]);
  }
  g_free(view->focused), g_free(view->opener), g_free(view);
}
