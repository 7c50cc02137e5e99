// Sends the same request to a server at 127.0.0.1 repeatedly: `server-load PORT PATH CONNECTIONS IDLE SECONDS [MESSAGE]`.
// Each connection has one request in flight. The idle connections are opened before and send nothing. With a message of
// at most 125 bytes, the connections are WebSockets of a server that echoes, and the message is sent instead of the
// request. Each line of standard input starts a round, which prints the number of responses per second.
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char fields[] =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n";

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static int open_connection(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail("connect");
  return descriptor;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

struct text {
  char bytes[512];
  int length;
};

static void ask(int descriptor, const struct text *text) {
  if (send(descriptor, text->bytes, text->length, MSG_NOSIGNAL) != text->length) fail("send");
}

// A response is short and therefore arrives in one piece.
static void check(int descriptor, const struct text *start) {
  static char answer[65536];
  ssize_t count = recv(descriptor, answer, sizeof answer - 1, 0);
  if (count <= 0) fail("an answer");
  answer[count] = 0;
  if (count < start->length || memcmp(answer, start->bytes, start->length)) {
    fprintf(stderr, "unexpected response: %.40s\n", answer);
    exit(1);
  }
}

// A text frame. That of a client is masked, here with zeros, which leave it as it is.
static struct text frame(const char *message, int isMasked) {
  struct text text = {.length = 2 + (isMasked ? 4 : 0)};
  int count = strlen(message);
  text.bytes[0] = (char)0x81;
  text.bytes[1] = (char)(count | (isMasked ? 0x80 : 0));
  memcpy(text.bytes + text.length, message, count);
  text.length += count;
  return text;
}

// Returns the number of responses per second.
static double measure(int epoll, const struct text *request, const struct text *start, double seconds) {
  long answered = 0;
  double first = now(), time = first;
  while (time < first + seconds) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, 64, 1000);
    for (int position = 0; position < found; position++) {
      check(events[position].data.fd, start);
      answered++;
      ask(events[position].data.fd, request);
    }
    time = now();
  }
  return answered / (time - first);
}

int main(int count, char **words) {
  if (count < 6 || count > 7 || (count == 7 && strlen(words[6]) > 125)) return 2;
  int port = atoi(words[1]), connections = atoi(words[3]), idle = atoi(words[4]);
  double seconds = atof(words[5]);
  const char *message = count == 7 ? words[6] : NULL;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  struct text request, start = {"HTTP/1.1 200", 12}, upgraded = {"HTTP/1.1 101", 12};
  request.length = snprintf(
      request.bytes, sizeof request.bytes, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: load\r\nAccept: */*\r\n%s\r\n",
      words[2], port, message ? fields : "");
  struct text upgrade = request;
  if (message) {
    request = frame(message, 1);
    start = frame(message, 0);
  }
  while (idle-- > 0) open_connection(port);
  int epoll = epoll_create1(0);
  for (int number = 0; number < connections; number++) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = open_connection(port)};
    epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
    if (message) {
      ask(event.data.fd, &upgrade);
      check(event.data.fd, &upgraded);
    }
    ask(event.data.fd, &request);
  }
  for (int letter; (letter = getchar()) != EOF;) {
    if (letter != '\n') continue;
    // A server that has rested is slow at first.
    measure(epoll, &request, &start, seconds / 4);
    printf("%.0f\n", measure(epoll, &request, &start, seconds));
    fflush(stdout);
  }
}
