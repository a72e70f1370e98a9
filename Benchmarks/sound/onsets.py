"""Where sounds begin, from the samples alone."""

import numpy as np


def onsets(samples, share=0.05, quiet=0.002, rate=48_000):
    """Each first sample that is heard after silence of two milliseconds."""
    loud = np.flatnonzero(np.abs(samples) > share * np.abs(samples).max())
    if len(loud) == 0:
        return loud
    return loud[np.concatenate([[True], np.diff(loud) > quiet * rate])]
