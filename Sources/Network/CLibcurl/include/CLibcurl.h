// The few libcurl functions that transfer bytes, declared without libcurl's headers. The library itself comes with
// FoundationNetworking.
#ifndef COLMEIA_LIBCURL_H
#define COLMEIA_LIBCURL_H

#include <stddef.h>

/// Loads libcurl. Returns 0 if no suitable library is available.
int colmeia_curl_load(void);
/// Blocks `SIGPIPE` on the calling thread, so that writing to a closed connection doesn't terminate the process.
void colmeia_curl_block_pipe_signal(void);

/// Creates a set of connections. It watches the sockets of those that are being opened in an epoll set.
void *_Nullable colmeia_curl_multi(int epoll);
void colmeia_curl_multi_free(void *_Nonnull multi);
/// Continues opening the connection of a socket that has an event, or, for -1, all connections whose time has come.
/// Costs nothing for other connections.
void colmeia_curl_act(void *_Nonnull multi, int descriptor);
/// The milliseconds until `colmeia_curl_act` is to be called with -1, or -1 if there is no such time.
long colmeia_curl_timeout(void *_Nonnull multi);
/// Returns the next connection that has been established or has failed, and stores libcurl's result code in `code`.
/// Returns NULL if there is none.
void *_Nullable colmeia_curl_done(void *_Nonnull multi, int *_Nonnull code);

/// Creates a handle that connects to the host of an `http` or `https` address. The certificate of an `https` server is
/// verified.
///
/// certificates: the path of a file with trusted certificates, or NULL to use the system's. milliseconds: the
/// connection timeout.
void *_Nullable colmeia_curl_easy(
    const char *_Nonnull address, const char *_Nullable certificates, long milliseconds);
void colmeia_curl_easy_free(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_add(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_descriptor(void *_Nonnull easy);
int colmeia_curl_send(void *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
int colmeia_curl_receive(void *_Nonnull easy, void *_Nonnull bytes, size_t count, size_t *_Nonnull received);

#endif
