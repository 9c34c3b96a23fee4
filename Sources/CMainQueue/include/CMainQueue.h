// The main queue of libdispatch, for main loops of others. The library exports both; no public header has them.
#pragma once

// A descriptor that can be read from when there is something to do: an eventfd(2). To be called on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

// Does what is to be done now. To be called on the main thread, with a null pointer.
void _dispatch_main_queue_callback_4CF(void *message);
