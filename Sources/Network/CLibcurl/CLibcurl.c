#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CLibcurl.h"
#include "CEpoll.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

// The numbers of libcurl's options are part of its ABI.
enum {
  option_url = 10002,
  option_proxy = 10004,
  option_proxytunnel = 61,
  option_share = 10100,
  share_what = 1,
  share_tls_sessions = 4,
  option_cainfo = 10065,
  option_noproxy = 10177,
  option_ssl_verifypeer = 64,
  option_ssl_verifyhost = 81,
  option_http_version = 84,
  option_nosignal = 99,
  option_connect_only = 141,
  option_connecttimeout_ms = 156,
  option_quick_exit = 322,
  info_activesocket = 0x500000 + 44,
  option_multi_socket_function = 20001,
  option_multi_socket_data = 10002,
  poll_in = 1,
  poll_out = 2,
  poll_remove = 4,
  message_done = 1,
  http_1_1 = 2,
};

struct message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
};

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  int (*easy_send)(void *, const void *, size_t, size_t *);
  int (*easy_recv)(void *, void *, size_t, size_t *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add)(void *, void *);
  int (*multi_remove)(void *, void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_socket_action)(void *, int, int, int *);
  int (*multi_timeout)(void *, long *);
  struct message *(*multi_info_read)(void *, int *);
  void *(*share_init)(void);
  int (*share_setopt)(void *, int, ...);
  int (*share_cleanup)(void *);
} curl;

// The state of zlib, whose layout is part of its ABI.
struct stream {
  const uint8_t *next_in;
  unsigned available_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *text;
  void *state, *allocate, *release, *context;
  int kind;
  unsigned long checksum, reserved;
};

// zlib comes with libcurl, unless libcurl was built without it.
static struct {
  int (*init)(struct stream *, int, const char *, int);
  int (*inflate)(struct stream *, int);
  int (*reset)(struct stream *);
  int (*end)(struct stream *);
} zlib;

static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"};
  void *library = NULL;
  for (unsigned i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW);
  if (!library) return;
  int missing = 0;
#define FIND(field, name)                  \
  *(void **)&curl.field = dlsym(library, name); \
  if (!curl.field) missing = 1
  FIND(global_init, "curl_global_init");
  FIND(easy_init, "curl_easy_init");
  FIND(easy_cleanup, "curl_easy_cleanup");
  FIND(easy_setopt, "curl_easy_setopt");
  FIND(easy_getinfo, "curl_easy_getinfo");
  FIND(easy_send, "curl_easy_send");
  FIND(easy_recv, "curl_easy_recv");
  FIND(multi_init, "curl_multi_init");
  FIND(multi_cleanup, "curl_multi_cleanup");
  FIND(multi_add, "curl_multi_add_handle");
  FIND(multi_remove, "curl_multi_remove_handle");
  FIND(multi_setopt, "curl_multi_setopt");
  FIND(multi_socket_action, "curl_multi_socket_action");
  FIND(multi_timeout, "curl_multi_timeout");
  FIND(multi_info_read, "curl_multi_info_read");
  FIND(share_init, "curl_share_init");
  FIND(share_setopt, "curl_share_setopt");
  FIND(share_cleanup, "curl_share_cleanup");
#undef FIND
  // This finds what the library itself depends on, too.
  *(void **)&zlib.init = dlsym(library, "inflateInit2_");
  *(void **)&zlib.inflate = dlsym(library, "inflate");
  *(void **)&zlib.reset = dlsym(library, "inflateReset");
  *(void **)&zlib.end = dlsym(library, "inflateEnd");
  is_loaded = !missing && curl.global_init(3) == 0;
}

int colmeia_curl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

void colmeia_curl_block_pipe_signal(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

// libcurl tells the sockets of connections that are being opened here.
static int watch(void *easy, int descriptor, int what, void *epoll, void *unused) {
  (void)easy;
  (void)unused;
  int set = (int)(intptr_t)epoll;
  if (what & poll_remove) {
    colmeia_epoll_forget(set, descriptor);
    return 0;
  }
  unsigned events =
      (what & poll_in ? colmeia_epoll_readable : 0) | (what & poll_out ? colmeia_epoll_writable : 0);
  if (colmeia_epoll_watch(set, descriptor, events, 0) != 0) colmeia_epoll_watch(set, descriptor, events, 1);
  return 0;
}

void *colmeia_curl_multi(int epoll) {
  void *multi = curl.multi_init();
  if (!multi) return NULL;
  curl.multi_setopt(multi, option_multi_socket_function, watch);
  curl.multi_setopt(multi, option_multi_socket_data, (void *)(intptr_t)epoll);
  return multi;
}

void colmeia_curl_multi_free(void *multi) { curl.multi_cleanup(multi); }

void colmeia_curl_act(void *multi, int descriptor) {
  int running = 0;
  // Without an event, libcurl looks itself which events have happened. -1 is its number for "no descriptor".
  curl.multi_socket_action(multi, descriptor, 0, &running);
}

long colmeia_curl_timeout(void *multi) {
  long milliseconds = -1;
  curl.multi_timeout(multi, &milliseconds);
  return milliseconds;
}

void *colmeia_curl_done(void *multi, int *code) {
  int left = 0;
  struct message *found;
  while ((found = curl.multi_info_read(multi, &left))) {
    if (found->kind != message_done) continue;
    *code = found->data.result;
    return found->easy;
  }
  return NULL;
}

void *colmeia_curl_share(void) {
  void *share = curl.share_init();
  // One thread uses it, so it needs no lock.
  if (share) curl.share_setopt(share, share_what, (int)share_tls_sessions);
  return share;
}

void colmeia_curl_share_free(void *share) { curl.share_cleanup(share); }

void *colmeia_curl_easy(
    void *share, const char *address, const char *proxy, const char *certificates, long milliseconds) {
  void *easy = curl.easy_init();
  if (!easy) return NULL;
  curl.easy_setopt(easy, option_url, address);
  curl.easy_setopt(easy, option_connect_only, 1L);
  // libcurl crashes here with HTTP/2.
  curl.easy_setopt(easy, option_http_version, (long)http_1_1);
  curl.easy_setopt(easy, option_nosignal, 1L);
  curl.easy_setopt(easy, option_connecttimeout_ms, milliseconds);
  curl.easy_setopt(easy, option_ssl_verifypeer, 1L);
  curl.easy_setopt(easy, option_ssl_verifyhost, 2L);
  curl.easy_setopt(easy, option_quick_exit, 1L);
  if (certificates) curl.easy_setopt(easy, option_cainfo, certificates);
  if (share) curl.easy_setopt(easy, option_share, share);
  // The environment's variables are not for libcurl to read: the caller has done so.
  curl.easy_setopt(easy, option_noproxy, proxy ? "" : "*");
  if (proxy) {
    curl.easy_setopt(easy, option_proxy, proxy);
    curl.easy_setopt(easy, option_proxytunnel, 1L);
  }
  return easy;
}

void colmeia_curl_easy_free(void *multi, void *easy) {
  curl.multi_remove(multi, easy);
  curl.easy_cleanup(easy);
}

int colmeia_curl_add(void *multi, void *easy) { return curl.multi_add(multi, easy); }

int colmeia_curl_descriptor(void *easy) {
  int descriptor = -1;
  return curl.easy_getinfo(easy, info_activesocket, &descriptor) == 0 ? descriptor : -1;
}

int colmeia_curl_send(void *easy, const void *bytes, size_t count, size_t *sent) {
  *sent = 0;
  return curl.easy_send(easy, bytes, count, sent);
}

int colmeia_curl_receive(void *easy, void *bytes, size_t count, size_t *received) {
  *received = 0;
  return curl.easy_recv(easy, bytes, count, received);
}

int colmeia_gzip_is_available(void) {
  return colmeia_curl_load() && zlib.init && zlib.inflate && zlib.reset && zlib.end;
}

void *colmeia_gzip_make(void) {
  struct stream *stream = calloc(1, sizeof *stream);
  // 16 is for the format of gzip, 15 for the largest window.
  if (stream && zlib.init(stream, 16 + 15, "1", sizeof *stream) == 0) return stream;
  free(stream);
  return NULL;
}

void colmeia_gzip_free(void *state) {
  zlib.end(state);
  free(state);
}

int colmeia_gzip_decode(
    void *state, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
  struct stream *stream = state;
  stream->next_in = input;
  stream->available_in = (unsigned)*input_count;
  stream->next_out = output;
  stream->available_out = (unsigned)*output_count;
  int code = zlib.inflate(stream, 0);
  *input_count -= stream->available_in;
  *output_count -= stream->available_out;
  // 1 is the end of a member, which another one may follow; -5 says that there is no progress without more input.
  if (code == 1) return zlib.reset(stream) == 0 ? colmeia_gzip_end : colmeia_gzip_damage;
  return code == 0 || code == -5 ? colmeia_gzip_more : colmeia_gzip_damage;
}
