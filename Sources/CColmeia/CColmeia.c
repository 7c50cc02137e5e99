/* The header alone, so that the compiler compares Sources/ColmeiaC with it. */
#include "colmeia.h"
