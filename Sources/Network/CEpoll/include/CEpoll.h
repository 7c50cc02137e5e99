// Linux's epoll, which watches many descriptors at a cost proportional to the number of ready ones, its eventfd, and
// tables of descriptors of one thread. Swift's Glibc module doesn't import them.
#ifndef COLMEIA_EPOLL_H
#define COLMEIA_EPOLL_H

enum { colmeia_epoll_readable = 1, colmeia_epoll_writable = 2, colmeia_epoll_broken = 4 };

struct colmeia_epoll_event {
  int descriptor;
  unsigned events;
};

/// Creates an epoll set, which is itself a descriptor; -1 if none is available.
int colmeia_epoll_make(void);
/// Watches a descriptor for these events, and always for errors and hang-ups. Returns 0, or -1 with errno set.
int colmeia_epoll_watch(int epoll, int descriptor, unsigned events, int is_new);
void colmeia_epoll_forget(int epoll, int descriptor);
/// Waits at most this many milliseconds, or forever if -1. Returns the number of events; 0 after a signal.
int colmeia_epoll_wait(
    int epoll, struct colmeia_epoll_event *_Nonnull events, int capacity, int milliseconds);
/// Creates a descriptor that ends a wait of another thread; -1 if none is available.
int colmeia_wakeup_make(void);
/// Makes the descriptor readable. May be called from any thread.
void colmeia_wakeup_set(int wakeup);
/// Makes the descriptor unreadable again.
void colmeia_wakeup_clear(int wakeup);

/// Gives the current thread a table of descriptors of its own, in which `output` is the standard error. Of the others,
/// only standard input, standard output and `kept` remain open. Returns the new number of `kept`, or `kept` if the
/// thread still shares the table of the process.
int colmeia_own_descriptors(int output, int kept);

#endif
