// Sends the same request to a server at 127.0.0.1 repeatedly: `server-load PORT PATH CONNECTIONS IDLE SECONDS`. Each
// connection has one request in flight. The idle connections are opened before and send nothing. Prints the number of
// responses per second.
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

static char request[512];
static int length;

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

// A response is short and therefore arrives in one piece.
static void check(int descriptor) {
  static char answer[65536];
  ssize_t count = recv(descriptor, answer, sizeof answer, 0);
  if (count <= 0) fail("an answer");
  if (strncmp(answer, "HTTP/1.1 200", 12)) {
    fprintf(stderr, "unexpected response: %.40s\n", answer);
    exit(1);
  }
}

int main(int count, char **words) {
  if (count != 6) return 2;
  int port = atoi(words[1]), connections = atoi(words[3]), idle = atoi(words[4]);
  double seconds = atof(words[5]);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  length = snprintf(
      request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: load\r\nAccept: */*\r\n\r\n", words[2], port);
  while (idle-- > 0) open_connection(port);
  int epoll = epoll_create1(0);
  for (int number = 0; number < connections; number++) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = open_connection(port)};
    epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
    if (send(event.data.fd, request, length, MSG_NOSIGNAL) != length) fail("send");
  }
  long answered = 0;
  double start = now(), end = start + seconds, time = start;
  while (time < end) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, 64, 1000);
    for (int place = 0; place < found; place++) {
      check(events[place].data.fd);
      answered++;
      if (send(events[place].data.fd, request, length, MSG_NOSIGNAL) != length) fail("send");
    }
    time = now();
  }
  printf("%.0f\n", answered / (time - start));
}
