// The main queue of libdispatch, for foreign main loops. The library exports both functions; no public header declares
// them.
#pragma once

// Returns a descriptor that is readable when the queue has work: an eventfd(2). To be called on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

// Runs the pending work. To be called on the main thread, with a null pointer.
void _dispatch_main_queue_callback_4CF(void *message);
