#include "item.h"

static void free_item(void *pointer) {
  Item *item = pointer;
  g_free(item->key), g_free(item->json), g_free(item->action), g_free(item->edit), g_free(item->value);
  g_free(item->label), g_free(item->hint);
  g_strfreev(item->values), g_free(item);
}

const char *text_of(JsonObject *object, const char *member) {
  const char *text = json_object_get_string_member_with_default(object, member, "");
  return text ? text : "";
}

char *member_json(JsonObject *object, const char *member) {
  JsonNode *node = json_object_get_member(object, member);
  return node && !JSON_NODE_HOLDS_NULL(node) ? json_to_string(node, FALSE) : NULL;
}

static void on_clicked(GtkButton *button, Item *item) {
  /* The app decides which button is selected. */
  if (GTK_IS_TOGGLE_BUTTON(button)) gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), item->is_selected);
  item->was_pressed = item->is_enabled;
  app_dispatch(item->app, item->action);
}

/* Sends the action of a field with a text. */
static void type(Item *item, const char *typed) {
  if (item->is_setting) return;
  char *value = item->is_date ? time_value(typed) : g_strdup(typed), *text = json_of(g_variant_new_string(value));
  char **parts = g_strsplit(item->edit, "\"{{text}}\"", -1);
  char *action = g_strjoinv(text, parts);
  item->asked = app_dispatch(item->app, action);
  g_free(action), g_strfreev(parts), g_free(text), g_free(value);
}

static void on_edited(GtkEditable *editable, Item *item) { type(item, gtk_editable_get_text(editable)); }

/* Returns the text of a paragraph, which the caller frees. */
static char *paragraph(GtkTextBuffer *buffer) {
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

static void on_paragraph(GtkTextBuffer *buffer, Item *item) {
  char *text = paragraph(buffer);
  type(item, text);
  g_free(text);
}

/* Makes an area for several lines, and returns the widget around it. Tab leaves it. */
static GtkWidget *make_paragraph(Item *item) {
  item->control = gtk_text_view_new();
  gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(item->control), FALSE);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(item->control), GTK_WRAP_WORD_CHAR);
  g_signal_connect(gtk_text_view_get_buffer(GTK_TEXT_VIEW(item->control)), "changed", G_CALLBACK(on_paragraph), item);
  GtkWidget *area = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(area), item->control);
  gtk_scrolled_window_set_has_frame(GTK_SCROLLED_WINDOW(area), TRUE);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(area), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(area), TRUE);
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(area), 72);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(area), 200);
  return area;
}

static void on_chosen(GtkDropDown *choice, GParamSpec *spec, Item *item) {
  (void)spec;
  guint position = gtk_drop_down_get_selected(choice);
  if (position != GTK_INVALID_LIST_POSITION) type(item, item->values[position]);
}

static void on_file(GtkNativeDialog *chooser, int response, GtkWidget *widget) {
  Item *item = g_object_get_data(G_OBJECT(widget), "item");
  GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser)) : NULL;
  char *path = file ? g_file_get_path(file) : NULL;
  if (path) gtk_editable_set_text(GTK_EDITABLE(item->control), path);
  gtk_widget_grab_focus(item->control);
  g_clear_object(&file);
  g_free(path), g_object_unref(chooser);
}

/* Lets the user choose a file. Its path can also be typed. */
static void on_choose_file(GtkButton *button, Item *item) {
  GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(button)));
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
      gtk_label_get_text(GTK_LABEL(item->text)), window, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
  g_signal_connect_object(chooser, "response", G_CALLBACK(on_file), item->widget, 0);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static GtkWidget *label(const char *class) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_add_css_class(label, class);
  return label;
}

/* Gives a widget the name that a screen reader says. */
static void name(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Shows a message behind the mark of its kind, which is also a class of style.css. A kind that this program doesn't know is a
 * notice. */
static void show_message(GtkLabel *label, GtkWidget *widget, const char *kind, const char *title, const char *text) {
  static const char *const kinds[][2] = {{"error", "!"}, {"empty", "-"}, {"busy", "…"}, {"notice", "i"}};
  guint known = 0;
  while (known < G_N_ELEMENTS(kinds) - 1 && strcmp(kind, kinds[known][0]) != 0) known++;
  for (guint position = 0; position < G_N_ELEMENTS(kinds); position++)
    (position == known ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(widget, kinds[position][0]);
  char *shown = g_strconcat(kinds[known][1], " ", title, *title ? " " : "", text, NULL);
  gtk_label_set_text(label, shown);
  g_free(shown);
}

/* Makes a field. A kind that this program doesn't know is a text. */
static void make_field(Item *item, JsonObject *field) {
  gboolean is_secret = strcmp(text_of(field, "kind"), "password") == 0;
  gboolean is_choice = strcmp(text_of(field, "kind"), "choice") == 0;
  GtkWidget *area = strcmp(text_of(field, "kind"), "paragraph") == 0 ? make_paragraph(item) : NULL;
  item->is_date = strcmp(text_of(field, "kind"), "date") == 0;
  if (area) gtk_widget_set_hexpand(area, TRUE);
  else if (is_choice) item->control = gtk_drop_down_new(NULL, NULL);
  else item->control = is_secret ? gtk_password_entry_new() : gtk_entry_new();
  if (is_secret) gtk_password_entry_set_show_peek_icon(GTK_PASSWORD_ENTRY(item->control), TRUE);
  item->text = label("dim-label"), item->detail = label("note");
  item->widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_hexpand(item->control, TRUE);
  gtk_box_append(GTK_BOX(line), area ? area : item->control);
  if (strcmp(text_of(field, "kind"), "file") == 0) {
    GtkWidget *button = gtk_button_new_from_icon_name("document-open-symbolic");
    name(button, text_of(field, "label"));
    g_signal_connect(button, "clicked", G_CALLBACK(on_choose_file), item);
    gtk_box_append(GTK_BOX(line), button);
  }
  gtk_box_append(GTK_BOX(item->widget), item->text);
  gtk_box_append(GTK_BOX(item->widget), line);
  gtk_box_append(GTK_BOX(item->widget), item->detail);
  if (is_choice) g_signal_connect(item->control, "notify::selected", G_CALLBACK(on_chosen), item);
  else if (!area) g_signal_connect(item->control, "changed", G_CALLBACK(on_edited), item);
}

static void make_message(Item *item) {
  item->text = label("text");
  /* A screen reader says it at once. */
  item->widget = g_object_new(
      GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 2, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, NULL);
  gtk_widget_add_css_class(item->widget, "message");
  gtk_box_append(GTK_BOX(item->widget), item->text);
}

/* Makes a row. Its picture and progress bar are made when they are first needed, because a list may be long. */
static void make_row(Item *item) {
  item->text = label("text"), item->detail = label("dim-label");
  item->widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class(item->widget, "row");
  gtk_box_append(GTK_BOX(item->widget), item->text);
  gtk_box_append(GTK_BOX(item->widget), item->detail);
  if (!item->action) return;
  item->control = gtk_button_new();
  gtk_button_set_child(GTK_BUTTON(item->control), item->widget);
  item->widget = item->control;
}

Item *item_new(App *app, int section, JsonObject *object, char *key) {
  Item *item = g_new(Item, 1);
  *item = (Item){.app = app, .section = section, .key = key, .is_enabled = TRUE};
  item->action = member_json(object, "action");
  item->edit = member_json(object, "edit");
  switch (section) {
    case MESSAGES: make_message(item); break;
    case FIELDS: make_field(item, object); break;
    case ROWS: make_row(item); break;
    default: item->widget = item->control = section == TABS ? gtk_toggle_button_new() : gtk_button_new();
  }
  if (GTK_IS_BUTTON(item->control)) g_signal_connect(item->control, "clicked", G_CALLBACK(on_clicked), item);
  g_object_set_data_full(G_OBJECT(item->widget), "item", item, free_item);
  return item;
}

/* Shows the options of a choice, and selects the app's. */
static void update_choice(Item *item, JsonArray *options) {
  guint count = json_array_get_length(options), chosen = GTK_INVALID_LIST_POSITION;
  GtkStringList *labels = gtk_string_list_new(NULL);
  g_strfreev(item->values);
  item->values = g_new0(char *, count + 1);
  for (guint position = 0; position < count; position++) {
    JsonObject *option = json_array_get_object_element(options, position);
    gtk_string_list_append(labels, text_of(option, "label"));
    item->values[position] = g_strdup(text_of(option, "value"));
    if (strcmp(item->values[position], item->value) == 0) chosen = position;
  }
  item->is_setting = TRUE;
  gtk_drop_down_set_model(GTK_DROP_DOWN(item->control), G_LIST_MODEL(labels));
  gtk_drop_down_set_selected(GTK_DROP_DOWN(item->control), chosen);
  item->is_setting = FALSE;
  g_object_unref(labels);
}

static void set_paragraph(Item *item) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(item->control));
  char *text = paragraph(buffer);
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
  int position = gtk_text_iter_get_offset(&cursor);
  item->is_setting = TRUE;
  if (!item->asked && strcmp(item->value, text) != 0) {
    gtk_text_buffer_set_text(buffer, item->value, -1);
    gtk_text_buffer_get_iter_at_offset(buffer, &cursor, position);
    gtk_text_buffer_place_cursor(buffer, &cursor);
  }
  item->is_setting = FALSE;
  g_free(text);
}

/* Returns the text of a date: what was typed, if it means the app's value, or else that value as a person reads it. */
static char *date_text(Item *item, const char *typed) {
  char *value = time_value(typed);
  char *text = strcmp(value, item->value) == 0 ? g_strdup(typed) : time_shown(item->value, item->hint);
  g_free(value);
  return text;
}

void item_set_value(Item *item) {
  /* A choice shows the app's value whenever the field changes. */
  if (GTK_IS_DROP_DOWN(item->control)) return;
  if (GTK_IS_TEXT_VIEW(item->control)) {
    set_paragraph(item);
    return;
  }
  GtkEditable *editable = GTK_EDITABLE(item->control);
  const char *text = gtk_editable_get_text(editable);
  char *value = item->is_date ? date_text(item, text) : g_strdup(item->value);
  gboolean is_secret = GTK_IS_PASSWORD_ENTRY(editable);
  /* The app's text may be older than the typed text. For a secret the app sends only whether there is one. */
  if (!item->asked && (is_secret ? !*value && *text : strcmp(value, text) != 0)) {
    int cursor = gtk_editable_get_position(editable);
    item->is_setting = TRUE;
    gtk_editable_set_text(editable, value);
    gtk_editable_set_position(editable, cursor);
    item->is_setting = FALSE;
  }
  g_free(value);
}

static void update_field(Item *item, JsonObject *field) {
  g_free(item->value), g_free(item->label), g_free(item->hint);
  item->value = g_strdup(text_of(field, "value")), item->hint = g_strdup(text_of(field, "hint"));
  item->label = g_strdup(text_of(field, "label"));
  char *label = item->is_date ? time_label(item->label, item->value) : g_strdup(item->label);
  gtk_label_set_text(GTK_LABEL(item->text), label);
  name(item->control, label);
  if (GTK_IS_ENTRY(item->control)) gtk_entry_set_placeholder_text(GTK_ENTRY(item->control), item->hint);
  g_free(label);
  if (GTK_IS_DROP_DOWN(item->control)) update_choice(item, json_object_get_array_member(field, "options"));
  else item_set_value(item);
}

/* Returns the address of a row's picture: its `picture`, or its `detail` if that is an address of the app's server. */
static const char *picture_of(JsonObject *row, const char *origin) {
  const char *picture = text_of(row, "picture"), *detail = text_of(row, "detail");
  if (g_str_has_prefix(picture, "http")) return picture;
  return origin && g_str_has_prefix(detail, origin) && detail[strlen(origin)] == '/' ? detail : NULL;
}

void item_set_message(Item *item, JsonObject *message) {
  gboolean is_error = message && strcmp(text_of(message, "kind"), "error") == 0;
  gtk_widget_set_visible(item->detail, message != NULL);
  if (message)
    show_message(
        GTK_LABEL(item->detail), item->detail, text_of(message, "kind"), text_of(message, "title"), text_of(message, "text"));
  (is_error ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(item->control, "error");
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(item->control), GTK_ACCESSIBLE_STATE_INVALID,
      is_error ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(item->control), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message ? text_of(message, "text") : "", -1);
}

static void update_message(Item *item, JsonObject *message) {
  show_message(
      GTK_LABEL(item->text), item->widget, text_of(message, "kind"), text_of(message, "title"), text_of(message, "text"));
}

static void update_row(Item *item, JsonObject *row, const char *origin) {
  const char *detail = text_of(row, "detail"), *picture = picture_of(row, origin), *percent = strstr(detail, "… ");
  gboolean is_going = percent && g_str_has_suffix(detail, "%");
  gtk_label_set_text(GTK_LABEL(item->text), text_of(row, "text"));
  gtk_label_set_text(GTK_LABEL(item->detail), detail);
  gtk_widget_set_visible(item->detail, *detail && g_strcmp0(detail, picture) != 0);
  GtkBox *box = GTK_BOX(gtk_widget_get_parent(item->text));
  if (picture && !item->picture) {
    gtk_box_prepend(box, item->picture = gtk_picture_new());
    gtk_widget_set_size_request(item->picture, -1, 96);
  }
  if (item->picture) gtk_widget_set_visible(item->picture, picture != NULL);
  if (item->picture) picture_show(GTK_PICTURE(item->picture), picture, 320, NULL);
  if (item->control) name(item->control, text_of(row, "text"));
  if (item->picture) gtk_picture_set_alternative_text(GTK_PICTURE(item->picture), text_of(row, "text"));
  if (is_going && !item->bar) gtk_box_append(box, item->bar = gtk_progress_bar_new());
  if (item->bar) gtk_widget_set_visible(item->bar, is_going);
  if (is_going) gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(item->bar), g_ascii_strtod(percent + 4, NULL) / 100);
}

/* A disabled submit button only looks disabled. It sends its action, so that the app can say what is wrong. */
static void update_enabled(Item *item, gboolean is_enabled, const char *role) {
  item->is_submit = strcmp(role, "submit") == 0, item->is_back = strcmp(role, "back") == 0;
  item->is_enabled = is_enabled;
  gtk_widget_set_sensitive(item->control, is_enabled || item->is_submit);
  (item->is_submit && is_enabled ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(item->control, "suggested-action");
  (is_enabled ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(item->control, "disabled");
  gtk_accessible_update_state(GTK_ACCESSIBLE(item->control), GTK_ACCESSIBLE_STATE_DISABLED, !is_enabled, -1);
}

void item_update(Item *item, JsonObject *object, const char *origin) {
  item->is_selected = json_object_get_boolean_member_with_default(object, "isSelected", FALSE);
  (item->is_selected ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(item->widget, "selected");
  if (item->section == MESSAGES) update_message(item, object);
  if (item->section == FIELDS) update_field(item, object);
  if (item->section == ROWS) update_row(item, object, origin);
  if (item->section != TABS && item->section != BUTTONS) return;
  gtk_button_set_label(GTK_BUTTON(item->control), text_of(object, "label"));
  gtk_label_set_wrap(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(item->control))), TRUE);
  if (item->section == TABS) gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(item->control), item->is_selected);
  else update_enabled(item, json_object_get_boolean_member(object, "isEnabled"), text_of(object, "role"));
}
