// Nothing runs here: Web/sound/listener.js calls the exports of Exports.swift.
