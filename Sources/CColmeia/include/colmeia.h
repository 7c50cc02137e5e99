/* The C interface of apps made with Colmeia.
 *
 * An app runs behind a handle. The host sends it messages and takes messages from it: the JSON values that
 * `serve --stdio` speaks in lines (Examples/Python/README.md and Examples/Guide/10-c.md list them).
 *
 * Threads    Every function may be called from any thread, at any time, from within a callback too. None waits for another
 *            thread, except colmeia_next, if it is told to. Messages that one thread sends are taken in their order.
 * Errors     are values: an int32_t below zero, whose text colmeia_error_text tells. What is wrong with a message that
 *            was taken comes as the message {"error": {"message": TEXT, "line": N}}, N being the number of the message.
 * Pointers   A pointer to bytes that the host gives is read during the call and not kept. A char * that the library gives
 *            through `message` or `error` belongs to the host, which gives it back with colmeia_free. Nothing else is freed.
 * Text       is UTF-8. Text from the library ends with a zero byte, which no length counts.
 * Handles    are numbers, never used twice. One that is unknown or destroyed is an error.
 */
#ifndef COLMEIA_H
#define COLMEIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Compare it with colmeia_abi() before anything else. */
#define COLMEIA_ABI 1

enum {
  /* Done. */
  COLMEIA_OK = 0,
  /* Nothing is there to be taken; try later. */
  COLMEIA_NOTHING = 1,
  /* The app has ended, and all its messages were taken. */
  COLMEIA_ENDED = 2,
  /* There is no such handle: it was destroyed, or never was one. */
  COLMEIA_NO_HANDLE = -1,
  /* A pointer is NULL that must not be. */
  COLMEIA_NULL = -2,
  /* A message has more than COLMEIA_MESSAGE_LIMIT bytes. */
  COLMEIA_TOO_LONG = -3,
  /* Too many messages wait. Nothing was done. Take messages, then send again. */
  COLMEIA_FULL = -4,
  /* Another call of colmeia_pump is going on for this handle. */
  COLMEIA_BUSY = -5,
  /* colmeia_pump needs colmeia_on_message first. */
  COLMEIA_NO_CALLBACK = -6,
  /* The system has no file descriptor, or no memory, left. */
  COLMEIA_SYSTEM = -7
};

/* How many bytes a message to the app may have. */
#define COLMEIA_MESSAGE_LIMIT 1048576

/* Starts an app. An app's library exports one such function; COLMEIA_CREATE(counter_create); declares it.
 *
 * `options` is a JSON object of `length` bytes, or NULL. All its members may be left out:
 *   "protocol": 1                 the messages' version that the host speaks
 *   "claims": ["feed.fetch"]      effects that the host carries out itself; "feed" claims all that begin with it
 *   "changes": "patches"          or "values": each change as the whole state
 *   "queue": {"messages": 10000, "bytes": 16777216}   how much may wait to be taken (the defaults), see below
 *   "folder": "/path"             where the app keeps what it keeps; else a folder that goes at the end
 *   "language": "en"              in which the app's screens are, one of the app's languages; else its first
 *   "seed": 42, "date": 0         where chance begins; the time in seconds since 1970, else now
 *   "origins": {"NAME": "URL"}, "variables": {"NAME": VALUE}   servers that run already, variables, as the app knows them
 *
 * Answers a handle, or 0, and then *error (unless `error` is NULL) says why. It does not wait for the app: {"hello": …} is
 * its first message, then come {"state": …} and {"screen": …}. An app that cannot start says {"error": …} and "bye".
 *
 * When more waits than "queue" allows, changes, screens and notices of effects are left out until all that waits was taken;
 * then the whole state and screen come as they are. colmeia_send answers COLMEIA_FULL meanwhile. What the host must not miss
 * is always kept: hello, errors, echoes, claimed effects (a claim that nobody has taken goes with its cancellation).
 *
 * No secret is in what the app tells, but for the effects that the host has claimed: those come as they are, because to carry
 * one out the host needs the password or token in it. Do not log them.
 */
#define COLMEIA_CREATE(name) uint64_t name(const char *options, size_t length, char **error)

/* The version of the library. */
uint32_t colmeia_abi(void);

/* Sends a message of `length` bytes. {"dispatch": ACTION} is reduced before this returns, unless the app still starts or
 * another thread is reducing, which then goes on with it. COLMEIA_ENDED when the app was told "bye", or has failed.
 * "bye" ends the app once what was sent before is reduced; effects that still run are cancelled. {"echo": VALUE} comes back
 * when all that was sent before is done. */
int32_t colmeia_send(uint64_t handle, const char *message, size_t length);

/* Takes the next message. *message is NULL unless this answers COLMEIA_OK; `length` may be NULL.
 * Waits for one so many milliseconds: 0 not at all, below 0 until one comes, the app ends, or the handle is destroyed. */
int32_t colmeia_next(uint64_t handle, int32_t milliseconds, char **message, size_t *length);

/* A file descriptor that is readable while messages wait, and once the app has ended: for poll, epoll, GLib, Qt and Python
 * loops. It stays readable until somebody has found nothing more: take until colmeia_next answers COLMEIA_NOTHING, or
 * colmeia_pump less than 1,024. It is the same each time. Do not read or close it: the library does, when the handle is
 * destroyed. Or an error. */
int32_t colmeia_descriptor(uint64_t handle);

/* Called with one message, which is valid during the call alone. */
typedef void (*colmeia_callback)(const char *message, size_t length, void *context);

/* Sets what colmeia_pump calls; NULL for nothing. If this answers COLMEIA_OK, `release` (may be NULL) is called once with
 * `context` when that will not be used any more: the callback was replaced or the handle destroyed, and no call of it is
 * going on. It is called on the thread that did the last of these, without a lock. */
int32_t colmeia_on_message(
    uint64_t handle, colmeia_callback callback, void *context, void (*release)(void *context));

/* Calls the callback with each message that waits, on this thread, holding no lock: at most 1,024. Answers how many; or
 * COLMEIA_BUSY, COLMEIA_NO_CALLBACK, COLMEIA_NO_HANDLE. The app's last message is "bye". */
int32_t colmeia_pump(uint64_t handle);

/* Ends the app, and forgets what waits. Its effects are cancelled, and stop in their own time; this does not wait for them.
 * To wait: send "bye", and take messages until COLMEIA_ENDED. A callback that goes on meanwhile goes on to its end. */
int32_t colmeia_destroy(uint64_t handle);

/* Gives back what came through `message` or `error`. NULL is nothing. */
void colmeia_free(char *text);

/* What an answer means, in English. Never NULL, never to be freed. */
const char *colmeia_error_text(int32_t code);

#ifdef __cplusplus
}
#endif

#endif
