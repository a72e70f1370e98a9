// Joins the page to the program: applies its patches, and hands it events and answers.
// It decides nothing. The other side of each line is Sources/Markup and Sources/Page.

import { showFailure } from "./failure.js";

// The page's only policy: it passes the addresses of our own workers.
const policy = globalThis.trustedTypes?.createPolicy("woodshed", {
  createScriptURL(url) {
    if (/^\/(service-worker\.js|assets\/[\w.-]+\.js)$/.test(url)) return url;
    throw new TypeError(`Not one of Woodshed's own scripts: ${url}`);
  },
});
export const scriptURL = (url) => policy?.createScriptURL(url) ?? url;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
let program; // the module's exports

// MARK: Calling the program

let isBusy = false;
let hasFailed = false;
const waiting = [];

// Runs one call into the program. Calls made meanwhile wait, in order.
const enter = (call) => {
  if (hasFailed) return 0;
  if (isBusy) {
    waiting.push(call);
    return 0;
  }
  let result = 0;
  isBusy = true;
  try {
    result = call();
    while (waiting.length) waiting.shift()();
  } catch (error) {
    hasFailed = true;
    showFailure(error);
  } finally {
    isBusy = false;
  }
  return result;
};

// Leaves numbers, texts and bytes where the program finds them; returns the byte count.
const leave = (parts) => {
  let size = 0;
  const encoded = parts.map((part) => {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    size += bytes instanceof Uint8Array ? 4 + bytes.length : 8;
    return bytes;
  });
  const start = program.room(size) >>> 0;
  const view = new DataView(program.memory.buffer);
  let at = start;
  for (const part of encoded) {
    if (part instanceof Uint8Array) {
      view.setUint32(at, part.length, true);
      new Uint8Array(program.memory.buffer, at + 4, part.length).set(part);
      at += 4 + part.length;
    } else {
      view.setFloat64(at, Number(part), true);
      at += 8;
    }
  }
  return size;
};

// MARK: The services' interface

const files = new Map();
let lastFile = 0;
const attended = new Map();

export const page = {
  answer: (number, ...parts) => enter(() => program.answer(number, leave(parts))),
  bytes: (address, size) => new Uint8Array(program.memory.buffer, address >>> 0, size).slice(),
  text: (address, size) =>
    decoder.decode(new Uint8Array(program.memory.buffer, address >>> 0, size)),
  // Reads a packed request: "t" a text, "n" a number, "b" bytes.
  unpack(address, size, kinds) {
    const view = new DataView(program.memory.buffer, address >>> 0, size);
    let at = 0;
    return Array.from(kinds, (kind) => {
      if (kind === "n") return view.getFloat64((at += 8) - 8, true);
      const length = view.getUint32(at, true);
      const start = (address >>> 0) + at + 4;
      at += 4 + length;
      return kind === "t" ? page.text(start, length) : page.bytes(start, length);
    });
  },
  // Keeps files that a person chose; the program knows them by number.
  holdFiles(list) {
    const parts = [list.length];
    for (const file of list) {
      files.set(++lastFile, file);
      parts.push(lastFile, file.name, file.type, file.size);
    }
    return parts;
  },
  file: (token) => files.get(token),
  // Lets a service handle an attribute: it gets the element and the text each time it is set.
  attend: (name, show) => attended.set(name, show),
};

// Starts the program in `root`.
export const run = (exports, root, ...launch) => {
  program = exports;
  nodes[0] = root;
  root.replaceChildren();
  enter(() => program.start(leave(launch)));
};

// MARK: Patches

const SVG = "http://www.w3.org/2000/svg";
const nodes = [];
const names = [];
const toggles = ["checked", "indeterminate", "modal"];
let afterwards = [];

// Applies one rendering's changes; see PatchOperation in Sources/Markup/PatchBuffer.swift.
export const apply = (address, count, textAddress, textSize) => {
  const words = new Uint32Array(program.memory.buffer, address >>> 0, count);
  const text = page.text(textAddress, textSize);
  let at = 0;
  let start = 0;
  const take = (length) => text.slice(start, (start += length));
  while (at < count) {
    const operation = words[at++];
    const a = words[at++];
    switch (operation) {
      case 0: names.push(take(a)); break;
      case 1: createElement(a, words[at++], names[words[at++]]); break;
      case 2: nodes[a] = document.createTextNode(take(words[at++])); break;
      case 3: nodes[a].appendChild(nodes[words[at++]]); break;
      case 4: nodes[a].insertBefore(nodes[words[at++]], nodes[words[at++]]); break;
      case 5: move(nodes[a], nodes[words[at++]], words[at++]); break;
      case 6: replace(nodes[a], nodes[words[at++]]); break;
      case 7: remove(nodes[a]); break;
      case 8: nodes[a] = undefined; break;
      case 9: setContent(nodes[a], take(words[at++])); break;
      case 10: nodes[a].data = take(words[at++]); break;
      case 11: setAttribute(nodes[a], names[words[at++]], take(words[at++])); break;
      case 12: nodes[a].removeAttribute(names[words[at++]]); break;
      case 13: setValue(nodes[a], take(words[at++])); break;
      case 14: setToggle(nodes[a], toggles[words[at++]], words[at++] === 1); break;
      case 15: nodes[a].style.setProperty(names[words[at++]], take(words[at++])); break;
      case 16: nodes[a].style.removeProperty(names[words[at++]]); break;
      case 17: listen(a, words[at++], words[at++]); break;
      case 18: delete nodes[a].woodshed[words[at++]]; break;
      default: throw new Error(`The program sent an unknown change: ${operation}`);
    }
  }
  const tasks = afterwards;
  afterwards = [];
  for (const task of tasks) task();
  // Its dialog was removed with its page.
  if (raised && !raised.element.isConnected) raise();
};

const createElement = (number, isSVG, name) => {
  nodes[number] = isSVG ? document.createElementNS(SVG, name) : document.createElement(name);
};

const setAttribute = (element, name, text) => {
  element.setAttribute(name, text);
  attended.get(name)?.(element, text);
};

const remove = (node) => {
  keepFocus(node, node.nextElementSibling ?? node.previousElementSibling ?? node.parentNode);
  node.remove();
};

const replace = (old, node) => {
  keepFocus(old, node);
  old.replaceWith(node);
};

// When the focused element is removed, focus moves to the nearest one instead of getting lost.
const focusable = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]";
const keepFocus = (node, near) => {
  if (!node.contains?.(document.activeElement)) return;
  // A tap that ends something must not scroll the page; keys need to see where they are.
  const preventScroll = !document.activeElement.matches(":focus-visible");
  afterwards.push(() => {
    if (document.activeElement !== document.body) return;
    const home = near.isConnected ? near : document.getElementById("main");
    const target = home?.matches?.(focusable) ? home : home?.querySelector?.(focusable);
    (target ?? home?.closest?.(focusable) ?? document.getElementById("main"))?.focus({ preventScroll });
  });
};

const setContent = (element, text) => {
  if (element !== document.activeElement) keepFocus(element, element);
  const only = element.firstChild;
  if (text && only?.nodeType === 3 && !only.nextSibling) only.data = text;
  else element.textContent = text;
};

const setToggle = (element, name, isOn) => {
  if (name !== "modal") {
    element[name] = isOn;
    return;
  }
  // A dialog can only be shown once it is part of the page.
  afterwards.push(() => {
    if (isOn && !element.open) element.showModal();
    else if (!isOn && element.open) element.close();
    raise();
  });
};

// A modal dialog disables the rest of the page. What has to stay in reach, such as a toast with Undo,
// moves into the dialog while it is open.
let raised = null; // the element, and the parent it returns to

const raise = () => {
  const element = raised?.element ?? document.querySelector("[data-raised]");
  if (!element) return;
  raised ??= { element, home: element.parentNode };
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? raised.home;
  if (element.parentNode !== place) place.append(element);
};

// Scrolled elements: a browser without moveBefore loses their positions.
const scrolled = new Set();
document.addEventListener("scroll", (event) => scrolled.add(event.target), true);

const move = (parent, child, sibling) => {
  const before = sibling ? nodes[sibling] : null;
  if (parent.moveBefore && child.isConnected && parent.isConnected) {
    parent.moveBefore(child, before);
    return;
  }
  const focused = child.contains(document.activeElement) ? document.activeElement : null;
  const selection = focused && selectionOf(focused);
  const places = [];
  for (const element of scrolled) {
    if (!element.isConnected) scrolled.delete(element);
    else if (child.contains(element)) places.push([element, element.scrollTop, element.scrollLeft]);
  }
  parent.insertBefore(child, before);
  for (const [element, top, left] of places) element.scrollTo(left, top);
  if (focused && document.activeElement !== focused) {
    focused.focus({ preventScroll: true });
    if (selection) focused.setSelectionRange(...selection);
  }
};

const selectionOf = (field) => {
  // Fields without text return null; some throw.
  try {
    const { selectionStart, selectionEnd, selectionDirection } = field;
    return selectionStart == null ? null : [selectionStart, selectionEnd, selectionDirection];
  } catch {
    return null;
  }
};

// MARK: Fields

// A number that is to be replaced is selected once the browser has placed its cursor.
document.addEventListener("focusin", ({ target: field }) => {
  if (!("select" in field.dataset)) return;
  const text = field.value;
  requestAnimationFrame(() => {
    if (document.activeElement === field && field.value === text) field.select();
  });
});

// The program changes a field that a person is typing into only after it loses focus. Other actions
// (a key the program handles, a tap, leaving the field) may change it at once.
const typed = new WeakSet();
const held = new WeakMap();
let current = null; // the event being handled

const setValue = (field, text) => {
  held.delete(field);
  if (field.value === text) return;
  const isTyping = field === document.activeElement && typed.has(field);
  if (isTyping && (!current || current.type === "input")) {
    held.set(field, text);
    return;
  }
  field.value = text;
  typed.delete(field);
};

const noText = new Set(["checkbox", "radio", "range", "color", "file"]);
document.addEventListener("input", ({ target }) => {
  if ("value" in target && target.localName !== "select" && !noText.has(target.type)) {
    typed.add(target);
  }
}, true);
document.addEventListener("focusout", ({ target }) => {
  typed.delete(target);
  const text = held.get(target);
  if (text !== undefined) setValue(target, text);
});

// Leaving the page leaves the field as well, though browsers fire no event for it. Listeners for the page's end
// register later, so the field comes first.
addEventListener("pagehide", () => {
  const field = document.activeElement;
  if (field && typed.has(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
});

// In a form with `data-enter`, Enter leads from each field to the next; from the last one it submits.
document.addEventListener("keydown", (event) => {
  const { target } = event;
  // WebKit tells of the key that ends a composition by its code alone.
  if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const form = target.matches?.("input, select") && target.closest("[data-enter]");
  if (!form) return;
  event.preventDefault();
  if (event.repeat) return;
  const fields = [...form.querySelectorAll("input:enabled, select:enabled, textarea:enabled")]
    .filter((field) => field === target || field.type !== "radio" || field.checked);
  const next = fields[fields.indexOf(target) + 1];
  if (next) return next.focus();
  if (typed.has(target)) target.dispatchEvent(new Event("change", { bubbles: true }));
  form.requestSubmit();
});

// In a field with `data-list`, Enter at the end of a list's line begins the next one, or ends the list after a mark alone.
document.addEventListener("beforeinput", (event) => {
  const { target: field, inputType } = event;
  const { value, selectionStart: end } = field;
  if (inputType !== "insertLineBreak" || event.isComposing || field.dataset.list === undefined) return;
  if (field.selectionEnd !== end || /./.test(value[end] ?? "")) return;
  const line = value.slice(value.lastIndexOf("\n", end - 1) + 1, end);
  const [mark] = /^\s*([-*] (\[[ x]\] )?|[☐☑] )/i.exec(line) ?? [];
  if (!mark || !event.cancelable) return;
  event.preventDefault();
  const isLast = mark === line;
  if (isLast) field.setSelectionRange(end - line.length, end);
  // Unlike a new value, this can be undone in the field, and tells the program.
  const next = mark.replace(/x/i, " ").replace("☑", "☐");
  document.execCommand(isLast ? "delete" : "insertText", false, "\n" + next);
});

// MARK: Events

// Their numbers are those of EventKind in Sources/Markup/Event.swift.
const kinds = [
  null, "click", "input", "change", "submit", "keydown", "keyup", "pointerdown", "pointermove",
  "pointerup", "pointercancel", "wheel", "focusin", "focusout", "cancel", "close", "toggle",
  "dragover", "drop", "scroll",
];
const heard = new Set();
// If the program handles these, the browser must not.
const taken = new Set(["submit", "keydown", "wheel", "cancel", "dragover", "drop"]);

const listen = (number, kind, payload) => {
  const element = nodes[number];
  element.woodshed ??= { number };
  element.woodshed[kind] = payload;
  if (heard.has(kind)) return;
  heard.add(kind);
  document.addEventListener(kinds[kind], (event) => dispatch(event, kind), {
    capture: true,
    passive: !taken.has(kinds[kind]) && kind !== 1,
  });
  if (kinds[kind] === "drop") allowDrops(kind);
};

const dispatch = (event, kind) => {
  if (event.type === "submit") event.preventDefault();
  const link = event.type === "click" && event.target.closest?.("a[href]");
  if (link && isForBrowser(event)) return;
  for (let element = event.target; element; element = element.parentNode) {
    const payload = element.woodshed?.[kind];
    if (payload === undefined || element.disabled) continue;
    const { number } = element.woodshed;
    const parts = payloads[payload](event, element);
    const isKept = isBusy;
    const isTaken = enter(() => {
      current = event;
      try {
        return program.fire(kind, number, leave(parts));
      } finally {
        current = null;
      }
    });
    if (!isTaken && !isKept) continue;
    if (link || taken.has(event.type)) event.preventDefault();
    return;
  }
};

// Links with a modifier key or another button are the browser's.
export const isForBrowser = (event) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

const allowDrops = (kind) =>
  document.addEventListener("dragover", (event) => {
    for (let element = event.target; element; element = element.parentNode) {
      if (element.woodshed?.[kind] !== undefined) return event.preventDefault();
    }
  }, true);

export const keyParts = (event) => [
  event.key,
  event.shiftKey + 2 * event.ctrlKey + 4 * event.altKey + 8 * event.metaKey + 16 * event.repeat,
  event.timeStamp,
];

// What a handler receives; the numbers are Handler.payloadCode's.
const payloads = [
  () => [],
  (event) => [event.target.value ?? ""],
  (event) => [event.target.checked],
  keyParts,
  (event, element) => {
    const box = element.getBoundingClientRect();
    return [
      event.pointerId, event.clientX - box.left, event.clientY - box.top, box.width, box.height,
      event.pressure, event.buttons, event.timeStamp,
      event.shiftKey + 2 * (event.ctrlKey || event.metaKey),
    ];
  },
  (event) => {
    const unit = [1, 16, innerHeight][event.deltaMode];
    return [event.deltaX * unit, event.deltaY * unit];
  },
  (event) => page.holdFiles(event.dataTransfer?.files ?? event.target.files ?? []),
];
