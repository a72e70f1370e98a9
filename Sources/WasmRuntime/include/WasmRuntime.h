// What the Swift standard library calls and no library of this target supplies, and the memory of its programs.
#pragma once
#include "Heap.h"
