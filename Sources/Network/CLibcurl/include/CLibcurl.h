// The few functions of libcurl that transfer bytes, and of zlib that decode them, declared without their headers. libcurl
// comes with FoundationNetworking, and zlib with libcurl.
#ifndef COLMEIA_LIBCURL_H
#define COLMEIA_LIBCURL_H

#include <stddef.h>
#include <stdint.h>

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

/// Creates a store of TLS sessions, which libcurl limits to the last few. Free it after all handles that use it.
void *_Nullable colmeia_curl_share(void);
void colmeia_curl_share_free(void *_Nonnull share);

/// Creates a handle that connects to the host of an `http` or `https` address. The certificate of an `https` server is
/// verified.
///
/// share: the TLS sessions to resume. proxy: the address of a proxy that opens a tunnel to the host, or NULL for a direct
/// connection. certificates: the path of a file with trusted certificates, or NULL to use the system's. milliseconds:
/// the connection timeout.
void *_Nullable colmeia_curl_easy(
    void *_Nullable share, const char *_Nonnull address, const char *_Nullable proxy,
    const char *_Nullable certificates, long milliseconds);
void colmeia_curl_easy_free(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_add(void *_Nonnull multi, void *_Nonnull easy);
int colmeia_curl_descriptor(void *_Nonnull easy);
int colmeia_curl_send(void *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
int colmeia_curl_receive(void *_Nonnull easy, void *_Nonnull bytes, size_t count, size_t *_Nonnull received);

enum { colmeia_gzip_more, colmeia_gzip_end, colmeia_gzip_damage };
/// Whether libcurl comes with zlib, so that gzip can be decoded.
int colmeia_gzip_is_available(void);
/// Creates a decoder, which takes about 40 KB.
void *_Nullable colmeia_gzip_make(void);
void colmeia_gzip_free(void *_Nonnull decoder);
/// Decodes bytes. The counts are those of the bytes that may be used, and then of those that were used. Returns whether
/// more input is expected, a member of the data ends here, or the data is damaged.
int colmeia_gzip_decode(
    void *_Nonnull decoder, const uint8_t *_Nullable input, size_t *_Nonnull input_count, uint8_t *_Nonnull output,
    size_t *_Nonnull output_count);

#endif
