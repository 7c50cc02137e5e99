/* A portal on the session bus that says whether the desktop is dark: dark at first, and light after SIGUSR1. */
#include <gio/gio.h>
#include <glib-unix.h>
#include <stdio.h>

static const char *const about =
    "<node><interface name='org.freedesktop.portal.Settings'>"
    "<method name='Read'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/></method>"
    "<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal></interface></node>";
static const char *const path = "/org/freedesktop/portal/desktop", *const name = "org.freedesktop.portal.Settings";

static void on_call(
    GDBusConnection *bus, const char *sender, const char *object, const char *interface, const char *method, GVariant *parameters,
    GDBusMethodInvocation *call, void *context) {
  (void)bus, (void)sender, (void)object, (void)interface, (void)method, (void)parameters, (void)context;
  g_dbus_method_invocation_return_value(call, g_variant_new("(v)", g_variant_new_variant(g_variant_new_uint32(1))));
}

static gboolean on_signal(void *bus) {
  g_dbus_connection_emit_signal(
      bus, NULL, path, name, "SettingChanged",
      g_variant_new("(ssv)", "org.freedesktop.appearance", "color-scheme", g_variant_new_uint32(0)), NULL);
  return G_SOURCE_CONTINUE;
}

static void on_bus(GDBusConnection *bus, const char *owned, void *context) {
  static const GDBusInterfaceVTable table = {.method_call = on_call};
  (void)owned, (void)context;
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(about, NULL);
  g_dbus_connection_register_object(bus, path, node->interfaces[0], &table, NULL, NULL, NULL);
  g_unix_signal_add(SIGUSR1, on_signal, bus);
}

static void on_name(GDBusConnection *bus, const char *owned, void *context) {
  (void)bus, (void)owned, (void)context;
  puts("ready"), fflush(stdout);
}

int main(void) {
  g_bus_own_name(G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop", 0, on_bus, on_name, NULL, NULL, NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
