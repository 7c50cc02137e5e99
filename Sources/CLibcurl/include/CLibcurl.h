// The few functions of libcurl that carry bytes, without its headers: FoundationNetworking brings the library itself.
#ifndef COLMEIA_LIBCURL_H
#define COLMEIA_LIBCURL_H

#include <stddef.h>

/// A descriptor that a poll waits for, as libcurl wants it.
struct colmeia_curl_wait {
  int descriptor;
  short events;
  short happened;
};

enum { colmeia_curl_readable = 1, colmeia_curl_writable = 4 };

/// Finds the library; 0 when there is none that can do this.
int colmeia_curl_load(void);
/// Keeps the thread that calls this from being ended by a peer that is gone.
void colmeia_curl_block_pipe_signal(void);

void *_Nullable colmeia_curl_multi(void);
void colmeia_curl_multi_free(void *_Nonnull multi);
/// Interrupts a poll of another thread.
void colmeia_curl_wake(void *_Nonnull multi);
int colmeia_curl_poll(
    void *_Nonnull multi, struct colmeia_curl_wait *_Nullable waits, unsigned count, int milliseconds);
void colmeia_curl_perform(void *_Nonnull multi);
/// The next connection that came about or did not, and libcurl's code; NULL when there is none.
void *_Nullable colmeia_curl_done(void *_Nonnull multi, int *_Nonnull code);

/// A connection to the host of an address of http or https; the certificate of https is checked.
///
/// certificates: a file with those that are trusted, or NULL for the system's.
void *_Nullable colmeia_curl_easy(
    const char *_Nonnull address, const char *_Nullable certificates, long milliseconds);
void colmeia_curl_easy_free(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_add(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_descriptor(void *_Nonnull easy);
int colmeia_curl_send(void *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
int colmeia_curl_receive(void *_Nonnull easy, void *_Nonnull bytes, size_t count, size_t *_Nonnull received);

#endif
