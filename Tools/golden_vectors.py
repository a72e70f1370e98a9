"""Writes Sources/Vectors/GoldenCases.swift: the cases of Tests/StatisticsTests/Golden as they run in WebAssembly, too.

Usage: python Tools/golden_vectors.py

The programs in WebAssembly read no files, so all cases are compiled into them as one text, with a line for each:

    method;input rows;input rows=result numbers;result numbers

Numbers are whole, or # and the 16 digits of their bits; rows are separated by commas. VectorsTests checks that no case is
missing, and that the numbers are those of the files.
"""

import json
import pathlib
import struct

ROOT = pathlib.Path(__file__).parent.parent
# Shares of draws: the reference is an integral, and 10⁻⁶ away takes more draws than anybody has.
DRAWN = {"chances"}


def field(name, value):
    """A name, and numbers as rows."""
    rows = value if isinstance(value, list) else [value]
    if not any(isinstance(row, list) for row in rows):
        rows = [rows]
    return name + ",".join("".join(" " + number(one) for one in row) for row in rows)


def number(value):
    """Exactly this number: Swift rounds a decimal twice on x86, and once in WebAssembly."""
    value = float(value)
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    is_whole = abs(value) < 1e9 and value == int(value) and bits != 1 << 63
    return str(int(value)) if is_whole else f"#{bits:016x}"


def main():
    lines = []
    for file in sorted((ROOT / "Tests/StatisticsTests/Golden").glob("*.json")):
        for one in json.loads(file.read_text())["cases"]:
            given = [field(name, value) for name, value in one["input"].items()]
            expected = [
                field(name, value) for name, value in one["expected"].items() if name not in DRAWN]
            lines.append(";".join([one["method"], *given]) + "=" + ";".join(expected))
    text = "\n".join([
        "// swift-format-ignore-file",
        "// Made by Tools/golden_vectors.py from Tests/StatisticsTests/Golden.",
        "",
        "extension Golden {",
        '  static let text = """',
        *lines,
        '"""',
        "}",
        "",
    ])
    (ROOT / "Sources/Vectors/GoldenCases.swift").write_text(text)


if __name__ == "__main__":
    main()
