// Nothing runs here: Web/sound/worklet.js calls the exports of Exports.swift.
