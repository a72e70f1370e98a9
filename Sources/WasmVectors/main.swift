// Nothing runs here: Tests/Wasm/run.mjs calls the exports of Exports.swift.
