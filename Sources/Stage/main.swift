// Nothing runs here: Web/light/stage.js calls the exports of Exports.swift.
