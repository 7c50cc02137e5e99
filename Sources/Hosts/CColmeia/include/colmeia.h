/* The C interface to apps built with Colmeia.
 *
 * The host refers to a running app by a handle. It sends messages to the app and takes messages from it. The messages
 * are the same JSON values that `serve --stdio` exchanges as lines; Examples/Guide/11b-protocol.md lists
 * them.
 *
 * Threads    Every function may be called on any thread and at any time, including from a callback. No function waits
 *            for another thread, except colmeia_next if it is given a timeout. The app receives the messages of one
 *            thread in the order in which that thread sent them.
 * Errors     Errors are return values: negative int32_t codes, which colmeia_error_text describes. If a message was
 *            accepted but is invalid, the app sends {"error": {"kind": KIND, "message": TEXT, "line": N}}, where N is
 *            the number of that message, counted from 1. Without "line", the app reports a problem, such as an action
 *            for a row that doesn't exist.
 * Ownership  Memory that the host passes to a function is read only during the call and never retained. A char * that
 *            the library returns through `message` or `error` belongs to the host, which must release it with
 *            colmeia_free. Nothing else must be freed.
 * Text       All text is UTF-8. Text that the library returns ends with a null byte, which is not counted in its
 *            length.
 * Handles    A handle is a number, which is never reused. Passing an unknown or destroyed handle is an error.
 */
#ifndef COLMEIA_H
#define COLMEIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Before calling any other function, check that colmeia_abi() returns the same version. */
#define COLMEIA_ABI 1

enum {
  /* The call succeeded. */
  COLMEIA_OK = 0,
  /* No message is available. Try again later. */
  COLMEIA_NOTHING = 1,
  /* The app has ended, and all its messages have been taken. */
  COLMEIA_ENDED = 2,
  /* The handle is unknown or destroyed. */
  COLMEIA_NO_HANDLE = -1,
  /* A required pointer is NULL. */
  COLMEIA_NULL = -2,
  /* The message is longer than COLMEIA_MESSAGE_LIMIT bytes. */
  COLMEIA_TOO_LONG = -3,
  /* Too many messages are pending. The call had no effect. Take messages until the call succeeds when it is repeated.
   * Waiting for each of them is safe: as long as messages are refused, another one arrives. */
  COLMEIA_FULL = -4,
  /* Another call of colmeia_pump is in progress for this handle. */
  COLMEIA_BUSY = -5,
  /* colmeia_pump was called before colmeia_on_message set a callback. */
  COLMEIA_NO_CALLBACK = -6,
  /* The system is out of file descriptors or memory. */
  COLMEIA_SYSTEM = -7
};

/* The maximum number of bytes in a message to the app. */
#define COLMEIA_MESSAGE_LIMIT 1048576

/* Declares the function that starts an app. The library of an app exports one such function. For example,
 * COLMEIA_CREATE(counter_create); declares counter_create.
 *
 * `options` is a JSON object of `length` bytes, or NULL. All of its members are optional:
 *   "protocol": 2                 The version of the message protocol that the host uses.
 *   "claims": ["feed.fetch"]      The effects that the host performs itself. "feed" claims all effects of that
 *                                 feature. A name that no effect has is an error.
 *   "queue": {"messages": 10000, "bytes": 16777216}   The capacity of the queue of outgoing messages (the defaults).
 *   "folder": "/path"             The directory for the app's files. The default is a temporary directory, which is
 *                                 deleted when the app ends.
 *   "language": "en"              The language of the app's screens, one that the app supports. The default is the
 *                                 app's first language.
 *   "seed": 42                    The seed of the app's random numbers. The default is random.
 *   "date": 0                     The time at which the app starts, in seconds since 1970. The default is the current
 *                                 time.
 *   "origins": {"NAME": "URL"}    The servers that already run, by the names under which the app knows them. A URL
 *                                 is as in http://127.0.0.1:8080, also with a path.
 *   "variables": {"NAME": VALUE}  The app's variables, by name.
 *
 * Returns a handle, or 0 on failure. On failure, *error is set to a description, unless `error` is NULL. The function
 * doesn't wait until the app has started. The app's first message is {"hello": …}, followed by {"state": …} and
 * {"screen": …}, and then by their changes: {"patch": […]} and {"screenPatch": […]}, or a new {"screen": …}. An app that
 * can't start sends {"error": …} and "bye".
 *
 * If more messages are pending than "queue" allows, changes, screens and notices of effects are dropped until the host
 * has taken all pending messages. The complete current state and screen follow. As long as that many messages are
 * pending, colmeia_send returns COLMEIA_FULL. Messages that the host must not miss are never dropped: hello, errors, echoes and claimed effects. The
 * only exception is a claimed effect that is cancelled before the host has taken it; neither the effect nor its
 * cancellation is delivered.
 *
 * Members with the name of a secret are masked in all messages except claimed effects. These contain the original values, because the host needs
 * the password or token to perform the effect. Don't log them.
 */
#define COLMEIA_CREATE(name) uint64_t name(const char *options, size_t length, char **error)

/* Returns the version of the library, for comparison with COLMEIA_ABI. */
uint32_t colmeia_abi(void);

/* Sends a message of `length` bytes to the app.
 *
 * An action, {"dispatch": ACTION}, is reduced before this function returns, unless the app is still starting, or
 * another thread is reducing actions; that thread then also reduces this one. "bye" ends the app after all earlier
 * messages have been processed, and cancels the effects that are still running. {"echo": VALUE} is sent back after all
 * earlier messages have been processed.
 *
 * Returns COLMEIA_ENDED if the app has received "bye" or has failed, and COLMEIA_FULL if too many messages are pending
 * (see COLMEIA_CREATE), or if the host has sent 1,024 messages or 4 MiB while the app is still starting. Taking
 * messages doesn't help then until the app has started. Once there is room, the complete state is sent again, so that a
 * host that waits in colmeia_next or for the descriptor continues. */
int32_t colmeia_send(uint64_t handle, const char *message, size_t length);

/* Takes the next message from the app.
 *
 * On COLMEIA_OK, *message points to the message and *length is its number of bytes; otherwise *message is NULL.
 * `length` may be NULL. `milliseconds` limits how long the function waits for a message: 0 doesn't wait; a negative
 * value waits until there is a message, the app ends, or the handle is destroyed. If another thread takes the message
 * first, a call with a time limit may return COLMEIA_NOTHING early. */
int32_t colmeia_next(uint64_t handle, int32_t milliseconds, char **message, size_t *length);

/* Returns a file descriptor for use with poll, epoll, and the event loops of GLib, Qt and Python, or an error.
 *
 * The descriptor is readable while messages are pending and after the app has ended. It stays readable until a call
 * finds no more messages, so take messages until colmeia_next returns COLMEIA_NOTHING, or colmeia_pump returns less
 * than 1,024. All calls for a handle return the same descriptor. Don't read from it or close it; the library closes it
 * when the handle is destroyed. */
int32_t colmeia_descriptor(uint64_t handle);

/* A function that receives one message. The message is valid only during the call. */
typedef void (*colmeia_callback)(const char *message, size_t length, void *context);

/* Sets the callback of colmeia_pump, or removes it if `callback` is NULL.
 *
 * If the function returns COLMEIA_OK, `release` is called with `context` exactly once, after `context` is no longer in
 * use: the callback has been replaced or removed, or the handle destroyed, and no call of the callback is in progress.
 * `release` runs on the thread that completed the last of these, with no lock held. `release` may be NULL. */
int32_t colmeia_on_message(
    uint64_t handle, colmeia_callback callback, void *context, void (*release)(void *context));

/* Passes each pending message to the callback, up to 1,024 messages. The callback runs on the calling thread, with no
 * lock held. The app's last message is "bye".
 *
 * Returns the number of messages, or COLMEIA_BUSY, COLMEIA_NO_CALLBACK or COLMEIA_NO_HANDLE. */
int32_t colmeia_pump(uint64_t handle);

/* Ends the app and discards its pending messages.
 *
 * The app's effects are cancelled, but this function doesn't wait until they have stopped. To wait for them, send "bye"
 * instead and take messages until COLMEIA_ENDED, then destroy the handle. A callback that is running on another thread
 * runs to its end. */
int32_t colmeia_destroy(uint64_t handle);

/* Frees memory that the library returned through `message` or `error`. Does nothing if `text` is NULL. */
void colmeia_free(char *text);

/* Returns an English description of a return code. The string is never NULL and must not be freed. */
const char *colmeia_error_text(int32_t code);

#ifdef __cplusplus
}
#endif

#endif
