/* The reference app in a window: a front end in C on GLib's loop. It draws the app's screens and contains no logic. */
#include "desktop.h"

#include <locale.h>
#include <stdio.h>

/* The functions of the app's library. */
void desktop_exempt_this_machine(void);

static gboolean on_close(GtkWindow *window, GMainLoop *loop) {
  (void)window;
  g_main_loop_quit(loop);
  return TRUE;
}

int main(int count, char **arguments) {
  /* No other thread that could read the environment runs yet. */
  desktop_exempt_this_machine();
  setlocale(LC_ALL, "");
  gboolean prints_state = FALSE;
  char *server = NULL, *folder = g_build_filename(g_get_user_data_dir(), "colmeia", NULL), *error = NULL;
  char *language = g_strdup(g_str_has_prefix(g_get_language_names()[0], "pt") ? "pt-BR" : "en");
  GOptionEntry entries[] = {
      {"server", 0, 0, G_OPTION_ARG_STRING, &server, "the address of the back end, such as http://127.0.0.1:8080", "URL"},
      {"folder", 0, 0, G_OPTION_ARG_FILENAME, &folder, "the folder for tokens and caches", "DIR"},
      {"language", 0, 0, G_OPTION_ARG_STRING, &language, "pt-BR or en (default: as LANG says, otherwise en)", "NAME"},
      {"print-state", 0, 0, G_OPTION_ARG_NONE, &prints_state, "print the app's last state at the end", NULL},
      {0}};
  GOptionContext *options = g_option_context_new("– the reference app in a window");
  g_option_context_add_main_entries(options, entries, NULL);
  GError *wrong = NULL;
  if (!g_option_context_parse(options, &count, &arguments, &wrong) || !server) {
    fprintf(stderr, "%s\n", wrong ? wrong->message : "--server URL is required; see --help");
    return 2;
  }
  g_option_context_free(options);
  if (!gtk_init_check()) return fprintf(stderr, "there is no display to open a window on\n"), 1;

  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_resource(style, "/colmeia/style.css");
  gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkBuilder *builder = gtk_builder_new_from_resource("/colmeia/window.ui");
  GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_signal_connect(window, "close-request", G_CALLBACK(on_close), loop);
  const char *token = g_getenv("ACCESS_TOKEN");
  App *app = app_start(
      g_variant_new_parsed(
          "{'folder': <%s>, 'origins': <{'server': %s}>, 'language': <%s>, 'variables': <{'accessToken': %s}>}", folder,
          server, language, token ? token : ""),
      builder, &error);
  if (!app) return fprintf(stderr, "%s\n", error), 2;
  scheme_follow();
  gtk_window_present(window);
  g_main_loop_run(loop);

  char *state = app_state(app);
  if (prints_state) puts(state);
  app_end(app);
  g_object_unref(builder), g_object_unref(style), g_main_loop_unref(loop);
  g_free(server), g_free(folder), g_free(language), g_free(state);
  return 0;
}
