#ifndef CVERSION_H
#define CVERSION_H

#include <stddef.h>

// The commit of the checkout that this was built from, if HEAD is detached or on the branch main; otherwise the
// branch's name. The result is not null-terminated. Its length is 0 if the commit is unknown.
const char *colmeia_commit(size_t *length);

#endif
