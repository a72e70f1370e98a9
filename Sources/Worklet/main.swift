// Nothing runs here: Web/sound/player.js calls the exports of Exports.swift.
