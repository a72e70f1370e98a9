#pragma once

/// How often this thread has asked the C library for memory.
long allocations_of_this_thread(void);

/// How many bytes this thread has asked for in all.
long bytes_allocated_by_this_thread(void);
