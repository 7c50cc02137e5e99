// What Linux has to watch many descriptors at a cost that follows those at which something happens; Swift's module of the C
// library does not have it.
#ifndef COLMEIA_EPOLL_H
#define COLMEIA_EPOLL_H

enum { colmeia_epoll_readable = 1, colmeia_epoll_writable = 2, colmeia_epoll_broken = 4 };

struct colmeia_epoll_event {
  int descriptor;
  unsigned events;
};

/// A set of descriptors that is watched, which is a descriptor itself; -1 when there is none left.
int colmeia_epoll_make(void);
/// Watches a descriptor for these events, and always for its end; 0, or -1 with errno.
int colmeia_epoll_watch(int epoll, int descriptor, unsigned events, int is_new);
void colmeia_epoll_forget(int epoll, int descriptor);
/// Waits so many milliseconds at most, -1 for ever; how many events there are, 0 when a signal came.
int colmeia_epoll_wait(
    int epoll, struct colmeia_epoll_event *_Nonnull events, int capacity, int milliseconds);

#endif
