/* Times in the person's time zone. The values of the app's fields are in UTC, such as 2016-12-28T20:00. */
#define _GNU_SOURCE
#include "item.h"

#include <time.h>

static const char *const value_form = "%Y-%m-%dT%H:%M";
/* The forms that can be typed. */
static const char *const forms[] = {"%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M", "%d %b %Y %H:%M"};

/* Returns the form of a text, or NULL if it is no time. */
static const char *read_time(const char *text, struct tm *time) {
  for (guint position = 0; position < G_N_ELEMENTS(forms); position++) {
    *time = (struct tm){.tm_isdst = -1};
    const char *end = strptime(text, forms[position], time);
    if (end && !*end) return forms[position];
  }
  return NULL;
}

static char *write_time(const struct tm *time, const char *form) {
  char text[64];
  return g_strndup(text, strftime(text, sizeof text, form, time));
}

/* Returns whether a field's value is a time, and the time in the person's zone. */
static gboolean local_time(const char *value, struct tm *local) {
  struct tm time;
  if (read_time(value, &time) != forms[0]) return FALSE;
  time_t seconds = timegm(&time);
  return localtime_r(&seconds, local) != NULL;
}

char *time_shown(const char *value, const char *hint) {
  struct tm time, example;
  const char *form = read_time(hint, &example);
  return local_time(value, &time) ? write_time(&time, form ? form : value_form) : g_strdup(value);
}

char *time_value(const char *typed) {
  struct tm time, utc;
  if (!read_time(typed, &time)) return g_strdup(typed);
  int day = time.tm_mday;
  time_t seconds = mktime(&time);
  return time.tm_mday == day && gmtime_r(&seconds, &utc) ? write_time(&utc, value_form) : g_strdup(typed);
}

char *time_label(const char *label, const char *value) {
  struct tm time;
  time_t now = g_get_real_time() / G_USEC_PER_SEC;
  if (!local_time(value, &time)) localtime_r(&now, &time);
  int minutes = (int)(time.tm_gmtoff / 60), rest = ABS(minutes) % 60;
  char *zone = minutes == 0 ? g_strdup("UTC") : g_strdup_printf(rest ? "UTC%+d:%02d" : "UTC%+d", minutes / 60, rest);
  char **parts = g_strsplit(label, "UTC", -1), *text = g_strjoinv(zone, parts);
  g_strfreev(parts), g_free(zone);
  return text;
}
