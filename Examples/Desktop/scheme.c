#include "desktop.h"

/* Applies the desktop's preference: 1 means dark. Portals box it, perhaps twice. */
static void apply(GVariant *value) {
  g_variant_ref(value);
  while (g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT)) {
    GVariant *content = g_variant_get_variant(value);
    g_variant_unref(value);
    value = content;
  }
  gboolean is_dark = g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32) && g_variant_get_uint32(value) == 1;
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", is_dark, NULL);
  g_variant_unref(value);
}

static const char *const scope = "org.freedesktop.appearance", *const key = "color-scheme";

static void on_signal(GDBusProxy *proxy, char *sender, char *signal, GVariant *parameters, void *context) {
  (void)proxy, (void)sender, (void)context;
  if (strcmp(signal, "SettingChanged") != 0 || !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)"))) return;
  const char *changed_scope, *changed_key;
  GVariant *value;
  g_variant_get(parameters, "(&s&sv)", &changed_scope, &changed_key, &value);
  if (strcmp(changed_scope, scope) == 0 && strcmp(changed_key, key) == 0) apply(value);
  g_variant_unref(value);
}

static void on_read(GObject *proxy, GAsyncResult *result, void *context) {
  (void)context;
  GVariant *answer = g_dbus_proxy_call_finish(G_DBUS_PROXY(proxy), result, NULL);
  if (!answer) return;
  GVariant *value = g_variant_get_child_value(answer, 0);
  apply(value);
  g_variant_unref(value), g_variant_unref(answer);
}

static void on_portal(GObject *source, GAsyncResult *result, void *context) {
  (void)source, (void)context;
  /* Without a portal, GTK's own theme stays. The proxy lives as long as the program. */
  GDBusProxy *proxy = g_dbus_proxy_new_for_bus_finish(result, NULL);
  if (!proxy) return;
  g_signal_connect(proxy, "g-signal", G_CALLBACK(on_signal), NULL);
  g_dbus_proxy_call(proxy, "Read", g_variant_new("(ss)", scope, key), G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_read, NULL);
}

void scheme_follow(void) {
  g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL, "org.freedesktop.portal.Desktop",
      "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", NULL, on_portal, NULL);
}
