/* Checks of the C interface that can't be written in Swift: c-interface-check CALLS ACTIONS. It is built with the address
 * sanitizer, and also run under valgrind. Eight threads make random calls; then actions are checked for leaks. */
#include "colmeia.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

COLMEIA_CREATE(counter_create);

enum { THREADS = 8, PLACES = 16 };
static _Atomic uint64_t handles[PLACES];
static atomic_long made, listened, released;
static char *nonsense;

static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = (*state += 0x9E3779B97F4A7C15);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

static const char *const messages[] = {
    "{\"dispatch\": {\"add\": 1}}", "{\"dispatch\": {\"add\": -1}}", "{\"dispatch\": \"factor\"}", "{\"echo\": [1]}",
    "{\"answer\": {\"effect\": 1, \"action\": {\"factored\": [2]}}}", "{\"end\": 1}", "{\"end\": 18446744073709551615}",
    "\"bye\"", "{", "", "\xff\xfe", "{\"advance\": 1}", "nul\0l"};

/* Called on any thread while the context is valid. */
static void hear(const char *message, size_t length, void *context) {
  assert(strlen(message) == length);
  atomic_fetch_add((atomic_long *)context, 1);
}

static void release(void *context) {
  free(context);
  atomic_fetch_add(&released, 1);
}

static void create(uint64_t random) {
  static const char *const options[] = {
      "{}", "{\"claims\": [\"factor\"]}", "{\"queue\": {\"messages\": 3}}", "{\"changes\": \"values\"}", "{\"seed\": -1}", "["};
  const char *text = options[random % 6];
  char *error = NULL;
  uint64_t handle = counter_create(random % 7 ? text : NULL, strlen(text), random % 2 ? &error : NULL);
  if (handle) atomic_fetch_add(&made, 1);
  if (random % 2) assert((handle == 0) == (error != NULL));
  colmeia_free(error);
  colmeia_destroy(atomic_exchange(&handles[random / 64 % PLACES], handle));
}

static void listen(uint64_t handle) {
  atomic_long *count = calloc(1, sizeof *count);
  if (colmeia_on_message(handle, hear, count, release) == COLMEIA_OK) atomic_fetch_add(&listened, 1);
  else free(count);
}

static void take(uint64_t handle, uint64_t random) {
  char *message;
  size_t length;
  int32_t answer = colmeia_next(handle, random % 50 ? 0 : 1, &message, random % 3 ? &length : NULL);
  assert((answer == COLMEIA_OK) == (message != NULL));
  if (message && random % 3) assert(strlen(message) == length);
  colmeia_free(message);
}

static void call(uint64_t random) {
  uint64_t handle = atomic_load(&handles[random / 64 % PLACES]);
  const char *message = messages[random / 1024 % (sizeof messages / sizeof *messages)];
  if (random % 257 == 0) handle ^= random;
  switch (random / 65536 % 64) {
    case 0: if (random / 4194304 % 4 == 0) create(random / 16777216); break;
    case 1: listen(handle); break;
    case 2: colmeia_on_message(handle, NULL, NULL, NULL); break;
    case 3: case 4: case 5: colmeia_pump(handle); break;
    case 6: colmeia_descriptor(handle); break;
    case 7: if (random / 4194304 % 8 == 0) colmeia_destroy(handle); break;
    case 8: colmeia_send(handle, NULL, random); break;
    case 9: colmeia_send(handle, nonsense, (size_t)1 << 30); break;
    case 10: colmeia_send(handle, nonsense, random % 4096); break;
    case 11: colmeia_next(handle, 0, NULL, NULL); break;
    case 12: assert(colmeia_error_text((int32_t)random)); break;
    case 13: colmeia_send(handle, nonsense, SIZE_MAX); break;
    default: if (random % 2) take(handle, random / 4194304); else colmeia_send(handle, message, strlen(message));
  }
}

struct work {
  uint64_t seed;
  long calls;
};

static void *make_calls(void *argument) {
  struct work *work = argument;
  for (long i = 0; i < work->calls; i++) call(next_random(&work->seed));
  return NULL;
}

static int is_patch(const char *message) { return strncmp(message, "{\"patch\"", 8) == 0; }

/* Sends "bye" and takes all remaining messages, so that nothing of the app is left. Returns the number of patches. */
static long finish(uint64_t handle) {
  char *message;
  long count = 0;
  int32_t answer;
  while (colmeia_send(handle, "\"bye\"", 5) == COLMEIA_FULL)
    if (colmeia_next(handle, 1, &message, NULL) == COLMEIA_OK) {
      count += is_patch(message);
      colmeia_free(message);
    }
  while ((answer = colmeia_next(handle, -1, &message, NULL)) == COLMEIA_OK) {
    count += is_patch(message);
    colmeia_free(message);
  }
  assert(answer == COLMEIA_ENDED || answer == COLMEIA_NO_HANDLE);
  colmeia_destroy(handle);
  return count;
}

/* Sends actions and counts a patch for each. One in ten starts an effect, which the host ends. */
static void act(long actions) {
  const char *options = "{\"claims\": [\"factor\"]}", *add = "{\"dispatch\": {\"add\": 1}}";
  uint64_t handle = counter_create(options, strlen(options), NULL);
  char *message;
  long patches = 0, effect;
  struct timespec start, end;
  for (long i = 0; i < actions; i++) {
    if (i == actions / 2) clock_gettime(CLOCK_MONOTONIC, &start);
    const char *text = i % 10 ? add : "{\"dispatch\": \"factor\"}";
    int32_t answer = colmeia_send(handle, text, strlen(text));
    assert(answer == COLMEIA_OK || answer == COLMEIA_FULL);
    if (answer == COLMEIA_FULL) i--;
    while (colmeia_next(handle, i < 1 || answer ? 1 : 0, &message, NULL) == COLMEIA_OK) {
      patches += is_patch(message);
      const char *number = strstr(message, "\"number\":");
      if (number && sscanf(number, "\"number\":%ld", &effect) == 1) {
        char answer[64];
        snprintf(answer, sizeof answer, "{\"end\": %ld}", effect);
        colmeia_send(handle, answer, strlen(answer));
      }
      colmeia_free(message);
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
  /* "bye" discards actions that wait to be reduced, so an echo, which comes after them, is awaited first. */
  while (colmeia_send(handle, "{\"echo\": 0}", 11) == COLMEIA_FULL) continue;
  int is_over = 0;
  while (!is_over && colmeia_next(handle, -1, &message, NULL) == COLMEIA_OK) {
    patches += is_patch(message);
    is_over = strncmp(message, "{\"echo\"", 7) == 0;
    colmeia_free(message);
  }
  patches += finish(handle);
  assert(patches == actions);
  printf("%ld actions, %ld patches; %.1f us each\n", actions, patches, seconds * 2e6 / (double)actions);
}

int main(int count, char **arguments) {
  assert(count == 3 && colmeia_abi() == COLMEIA_ABI);
  nonsense = malloc((size_t)1 << 21);
  memset(nonsense, 0xe3, (size_t)1 << 21);
  pthread_t threads[THREADS];
  struct work work[THREADS];
  for (int i = 0; i < THREADS; i++) {
    work[i] = (struct work){(uint64_t)i, atol(arguments[1]) / THREADS};
    pthread_create(&threads[i], NULL, make_calls, &work[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < PLACES; i++) finish(atomic_load(&handles[i]));
  printf("%s random calls, %ld apps, %ld callbacks\n", arguments[1], atomic_load(&made), atomic_load(&listened));
  assert(atomic_load(&released) == atomic_load(&listened));
  act(atol(arguments[2]));
  free(nonsense);
  return 0;
}
