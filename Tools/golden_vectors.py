"""Writes Sources/Vectors/GoldenCases.swift: the cases of Tests/StatisticsTests/Golden that run in WebAssembly, too.

Usage: python Tools/golden_vectors.py

The programs in WebAssembly read no files, so a choice of the cases is compiled into them: of each method, and of each
set of inputs and results that it has, up to three that are spread over its cases and not long. All of them run natively.
VectorsTests checks that no method is missing, and that the numbers are those of the files.
"""

import collections
import decimal
import json
import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).parent.parent
LONGEST = 900  # characters of a case, if the method has one so short
MOST = 3
# Shares of draws: the reference is an integral, and 10⁻⁶ away takes more draws than anybody has.
DRAWN = {"chances"}


def literal(value):
    """Numbers as a list of rows."""
    rows = value if isinstance(value, list) else [value]
    if not any(isinstance(row, list) for row in rows):
        rows = [rows]
    return "[" + ", ".join("[" + ", ".join(map(number, row)) + "]" for row in rows) + "]"


def number(value):
    """A literal for exactly this number: Swift rounds a decimal twice on x86, and once in WebAssembly."""
    value = float(value)
    text = repr(value)
    if 0 < abs(value) < sys.float_info.min:
        return f"Double(bitPattern: 0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016x})"
    if decimal.Decimal(text) != decimal.Decimal(value):
        return value.hex()
    return text[:-2] if text.endswith(".0") else text


def chosen(cases):
    fits = [one for one in cases if len(json.dumps(one)) <= LONGEST]
    fits = fits or [min(cases, key=lambda one: len(json.dumps(one)))]
    count = min(MOST, len(fits))
    return [fits[place * (len(fits) - 1) // max(count - 1, 1)] for place in range(count)]


def main():
    lines = []
    for file in sorted((ROOT / "Tests/StatisticsTests/Golden").glob("*.json")):
        kinds = collections.defaultdict(list)
        for one in json.loads(file.read_text())["cases"]:
            kinds[one["method"], tuple(one["input"]), tuple(one["expected"])].append(one)
        for (method, _, _), cases in kinds.items():
            for one in chosen(cases):
                given = ", ".join(f'("{name}", {literal(value)})' for name, value in one["input"].items())
                expected = ", ".join(
                    f'("{name}", {literal(value)[1:-1]})'
                    for name, value in one["expected"].items() if name not in DRAWN)
                lines.append(f'    cases.append(Golden("{method}", [{given}], [{expected}]))')
    text = "\n".join([
        "// swift-format-ignore-file",
        "// Made by Tools/golden_vectors.py from Tests/StatisticsTests/Golden.",
        "",
        "extension Golden {",
        "  /// The cases that run in both compilations.",
        "  static let all: [Golden] = {",
        "    var cases: [Golden] = []",
        *lines,
        "    return cases",
        "  }()",
        "}",
        "",
    ])
    (ROOT / "Sources/Vectors/GoldenCases.swift").write_text(text)


if __name__ == "__main__":
    main()
