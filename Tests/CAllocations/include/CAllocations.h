#pragma once

/// How often this thread has asked the C library for memory.
long allocations_of_this_thread(void);
