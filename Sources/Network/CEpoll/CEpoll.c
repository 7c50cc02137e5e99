#ifdef __linux__
#define _GNU_SOURCE
#include "CEpoll.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int colmeia_epoll_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

int colmeia_epoll_watch(int epoll, int descriptor, unsigned events, int is_new) {
  struct epoll_event event = {.data.fd = descriptor};
  if (events & colmeia_epoll_readable) event.events |= EPOLLIN;
  if (events & colmeia_epoll_writable) event.events |= EPOLLOUT;
  return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

void colmeia_epoll_forget(int epoll, int descriptor) {
  // Linux before 2.6.9 required an event here.
  struct epoll_event event = {.data.fd = descriptor};
  epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

int colmeia_epoll_wait(int epoll, struct colmeia_epoll_event *events, int capacity, int milliseconds) {
  struct epoll_event found[256];
  int count = epoll_wait(epoll, found, capacity < 256 ? capacity : 256, milliseconds);
  for (int position = 0; position < count; position++) {
    unsigned happened = found[position].events;
    events[position].descriptor = found[position].data.fd;
    events[position].events = (happened & EPOLLIN ? colmeia_epoll_readable : 0) |
                           (happened & EPOLLOUT ? colmeia_epoll_writable : 0) |
                           (happened & (EPOLLERR | EPOLLHUP) ? colmeia_epoll_broken : 0);
  }
  return count < 0 ? 0 : count;
}

int colmeia_own_descriptors(int output, int kept) {
#ifdef SYS_close_range
  enum { unshare = 2 };
  // The range is empty, so the call only copies the table.
  if (kept > 2 && syscall(SYS_close_range, ~0u, ~0u, unshare) == 0) {
    dup2(output, 2);
    dup2(kept, 3);
    syscall(SYS_close_range, 4u, ~0u, 0);
    return 3;
  }
#endif
  return kept;
}

int colmeia_wakeup_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void colmeia_wakeup_set(int wakeup) { eventfd_write(wakeup, 1); }

void colmeia_wakeup_clear(int wakeup) {
  eventfd_t count;
  eventfd_read(wakeup, &count);
}
#endif
