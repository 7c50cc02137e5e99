/* Includes only the header, so that the compiler checks the functions of Sources/Hosts/ColmeiaC against their declarations. */
#include "colmeia.h"
