"""What was to be reached, and what was not."""

import sys

_missed = []


def goal(name, holds, words):
    """Says whether a goal is reached, and remembers if not."""
    print(f"  {'reached' if holds else 'MISSED '}  {name}: {words}", flush=True)
    if not holds:
        _missed.append(name)


def finish():
    """Ends the program: with 1 where a goal was missed."""
    print(f"\n{len(_missed)} goals missed{': ' + ', '.join(_missed) if _missed else ''}")
    sys.exit(1 if _missed else 0)
