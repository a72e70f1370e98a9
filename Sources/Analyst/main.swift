// Nothing runs here: Web/analyst.js calls the exports of Exports.swift.
