// What the Swift standard library calls and no library of this target supplies.
#pragma once
