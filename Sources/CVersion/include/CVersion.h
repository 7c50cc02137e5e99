#ifndef CVERSION_H
#define CVERSION_H

#include <stddef.h>

// The commit of the checkout that this was built in: of a detached HEAD, or of the branch main; of another branch its name.
// Not ended by a zero; of no length where nobody knows.
const char *colmeia_commit(size_t *length);

#endif
