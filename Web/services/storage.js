// Small texts stored in this browser. Without storage, every key is missing.

export const storage = (page) => ({
  save(key, keySize, text, textSize) {
    try {
      localStorage.setItem(page.text(key, keySize), page.text(text, textSize));
    } catch {
      // Full or forbidden: the app continues with what it has.
    }
  },
  load(number, key, keySize) {
    let text = null;
    try {
      text = localStorage.getItem(page.text(key, keySize));
    } catch {
      // Forbidden.
    }
    page.answer(number, text !== null, text ?? "");
  },
  erase(key, keySize) {
    try {
      localStorage.removeItem(page.text(key, keySize));
    } catch {
      // Forbidden.
    }
  },
});
