// Uses the counter from Go, through cgo: it carries out the app's effect and then sends "bye".
package main

/*
#include <stdlib.h>
#include "colmeia.h"
COLMEIA_CREATE(counter_create);
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"unsafe"
)

func send(counter C.uint64_t, message string) {
	text := C.CString(message)
	defer C.free(unsafe.Pointer(text))
	if answer := C.colmeia_send(counter, text, C.size_t(len(message))); answer != C.COLMEIA_OK {
		fmt.Println(C.GoString(C.colmeia_error_text(answer)))
		os.Exit(1)
	}
}

func main() {
	options := C.CString(`{"claims": ["factor"]}`)
	counter := C.counter_create(options, C.size_t(len(`{"claims": ["factor"]}`)), nil)
	C.free(unsafe.Pointer(options))
	send(counter, `{"dispatch": {"add": 360}}`)
	send(counter, `{"dispatch": "factor"}`)
	for {
		var taken *C.char
		if C.colmeia_next(counter, -1, &taken, nil) != C.COLMEIA_OK {
			break
		}
		text := C.GoString(taken)
		C.colmeia_free(taken)
		fmt.Println(text)
		var message struct{ Perform struct{ Number int } }
		if json.Unmarshal([]byte(text), &message) == nil && message.Perform.Number > 0 {
			number := message.Perform.Number
			send(counter, fmt.Sprintf(`{"answer": {"effect": %d, "action": {"factored": [2, 2, 2, 3, 3, 5]}}}`, number))
			send(counter, fmt.Sprintf(`{"end": %d}`, number))
			send(counter, `"bye"`)
		}
	}
	C.colmeia_destroy(counter)
}
