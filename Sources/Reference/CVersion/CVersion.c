#include "CVersion.h"

#include <string.h>

// Only this file depends on the commit. The compiler records the embedded files as dependencies, so the file is
// recompiled if another commit is checked out, and otherwise not. A compiler without #embed reports no commit.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char head[] = {
#ifdef __has_embed
#if __has_embed("../../../.git/HEAD")
#embed "../../../.git/HEAD" limit(120) suffix(,)
#endif
#endif
    0};

static const char mainline[] = {
#ifdef __has_embed
#if __has_embed("../../../.git/refs/heads/main")
#embed "../../../.git/refs/heads/main" limit(120) suffix(,)
#endif
#endif
    0};

const char *colmeia_commit(size_t *length) {
  const char branch[] = "ref: refs/heads/";
  const char *commit = head;
  if (strncmp(head, branch, strlen(branch)) == 0) {
    commit = head + strlen(branch);
    *length = strcspn(commit, "\r\n");
    if (mainline[0] == 0 || *length != 4 || strncmp(commit, "main", 4) != 0) return commit;
    commit = mainline;
  }
  *length = strnlen(commit, 10);
  return commit;
}
