// Nothing runs here: Web/clerk.js calls the exports of Exports.swift.
