/* A front end in C for the counter, which is written in Swift. This program also factors numbers for it. */
#include "colmeia.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

COLMEIA_CREATE(counter_create);

struct counter {
  uint64_t handle;
  int has_ended;
};

static void say(uint64_t handle, const char *message) {
  int32_t answer = colmeia_send(handle, message, strlen(message));
  if (answer < 0) fprintf(stderr, "%s: %s\n", message, colmeia_error_text(answer));
}

/* Carries out the effect that this program has claimed: the app requests the factors of a number. */
static void factor(uint64_t handle, int number, int effect) {
  char message[512];
  int length = snprintf(message, sizeof message, "{\"answer\": {\"effect\": %d, \"action\": {\"factored\": [", effect);
  const char *comma = "";
  for (int divisor = 2; number > 1; divisor++)
    for (; number % divisor == 0; number /= divisor, comma = ", ")
      length += snprintf(message + length, sizeof message - (size_t)length, "%s%d", comma, divisor);
  snprintf(message + length, sizeof message - (size_t)length, "]}}}");
  say(handle, message);
  snprintf(message, sizeof message, "{\"end\": %d}", effect);
  say(handle, message);
  say(handle, "\"bye\"");
}

/* Called by colmeia_pump on the same thread. */
static void receive(const char *message, size_t length, void *context) {
  struct counter *counter = context;
  int number, effect;
  (void)length;
  puts(message);
  if (sscanf(message, "{\"perform\":{\"effect\":{\"factor\":%d},\"number\":%d}}", &number, &effect) == 2)
    factor(counter->handle, number, effect);
  if (strcmp(message, "\"bye\"") == 0) counter->has_ended = 1;
}

int main(void) {
  if (colmeia_abi() != COLMEIA_ABI) return 1;
  const char *options = "{\"claims\": [\"factor\"]}";
  char *error;
  struct counter counter = {counter_create(options, strlen(options), &error), 0};
  if (!counter.handle) {
    fprintf(stderr, "%s\n", error);
    colmeia_free(error);
    return 1;
  }
  colmeia_on_message(counter.handle, receive, &counter, NULL);
  say(counter.handle, "{\"dispatch\": {\"add\": 360}}");
  say(counter.handle, "{\"dispatch\": \"factor\"}");
  /* A real program polls more descriptors in its event loop. */
  struct pollfd events = {.fd = colmeia_descriptor(counter.handle), .events = POLLIN};
  while (!counter.has_ended) {
    poll(&events, 1, -1);
    colmeia_pump(counter.handle);
  }
  return colmeia_destroy(counter.handle) == COLMEIA_OK ? 0 : 1;
}
