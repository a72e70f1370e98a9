// Records stored on this device: named bytes in spaces. Each space has a revision, which every commit
// raises; a commit that expects another revision changes nothing.
//
// Transactions over the same stores run in the order of creation. They are created as soon as they are
// ordered, or when the database opens, so what is ordered while the page is hidden still counts.

import { onStop, watchOn } from "./watch.js";

const LONGEST_OPENING = 10_000;

let database = null;
let isOpening = false;
let waiting = []; // what to do once opening has ended, given the error
const underWay = new Map(); // for each transaction, what ends it and what restarts it
let isLeft = false;
const brokenOff = []; // what restarts if somebody returns to the page

const open = () => {
  if (isOpening) return;
  isOpening = true;
  let isOver = false;
  const end = (error, opened) => {
    // Blocked or given up: a late connection is closed, or it would block others in turn.
    if (isOver) return opened?.close();
    isOver = true;
    isOpening = false;
    clearTimeout(timer);
    database = opened;
    const works = waiting;
    waiting = [];
    for (const work of works) work(error);
  };
  const timer = setTimeout(() => end("TimeoutError"), LONGEST_OPENING);
  try {
    const request = indexedDB.open("woodshed", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("heads", { keyPath: "space" });
      request.result.createObjectStore("records", { keyPath: ["space", "name"] })
        .createIndex("revision", ["space", "revision"]);
    };
    request.onblocked = () => end("BlockedError");
    request.onerror = () => end(nameOf(request.error));
    request.onsuccess = () => {
      const opened = request.result;
      const leave = () => {
        opened.close();
        if (database === opened) database = null;
        // It may have been erased.
        hear(["", 0]);
      };
      opened.onversionchange = leave;
      opened.onclose = () => {
        // A transaction that was cut off may never say so.
        for (const { end } of underWay.values()) end("AbortError");
        leave();
      };
      end("", opened);
    };
  } catch (error) {
    end(nameOf(error)); // Private windows and strict settings may refuse.
  }
};

const nameOf = (error) => error?.name || "AbortError";

// Runs `work` with the two stores in one transaction; then passes `done` the error's name, which is
// empty once everything is stored.
const transact = (mode, durability, work, done, isLastTry = false) => {
  const start = (error) => {
    if (error) return done(error);
    if (isLeft) return brokenOff.push(start);
    let transaction;
    try {
      transaction = database.transaction(["heads", "records"], mode, { durability });
    } catch (error) {
      // The browser closed the database without a word.
      database = null;
      if (isLastTry) return done(nameOf(error));
      return transact(mode, durability, work, done, true);
    }
    let reason;
    const end = (error) => underWay.delete(transaction) && done(error);
    underWay.set(transaction, { end, start });
    transaction.oncomplete = () => end("");
    transaction.onabort = () => end(nameOf(transaction.error ?? reason));
    try {
      work(transaction.objectStore("heads"), transaction.objectStore("records"), transaction);
    } catch (error) {
      reason = error;
      transaction.abort();
    }
  };
  if (database) return start("");
  waiting.push(start);
  open();
};

// WebKit keeps a page that was left, and its open transactions block all others.
if (navigator.vendor.startsWith("Apple")) {
  addEventListener("pageshow", () => {
    isLeft = false;
    for (const start of brokenOff.splice(0)) start("");
  });
  addEventListener("pagehide", () => {
    isLeft = true;
    for (const [transaction, { start }] of underWay) {
      try {
        transaction.abort();
      } catch {
        continue; // It is being stored.
      }
      underWay.delete(transaction);
      brokenOff.push(start);
    }
  });
}

const all = (space) => IDBKeyRange.bound([space], [space, []]);
const nowhere = { revision: 0, born: 0, removed: 0 };
// A space starts at the current time, with room for a thousand commits per millisecond: no revision of an erased one recurs.
const birth = () => Math.min(Date.now(), 2 ** 42) * 1024;

// A head says how many records its space has: if there are fewer, the browser has lost some, and the
// space counts as a new one. If all are gone, so is the head.
const withHead = (heads, store, space, then) => {
  let head = nowhere;
  heads.get(space).onsuccess = ({ target }) => (head = { ...nowhere, ...target.result });
  store.count(all(space)).onsuccess = ({ target: { result: count } }) => {
    const isWhole = (head.count ?? count) === count;
    then(isWhole || count > 0 ? head : { ...nowhere, removed: head.removed }, isWhole);
  };
};

// News for watchers: from other pages, and when the browser closes the database.
const news = new EventTarget();
const hear = (data) => news.dispatchEvent(new MessageEvent("message", { data }));
const channel = globalThis.BroadcastChannel && new BroadcastChannel("woodshed.records");
channel?.addEventListener("message", ({ data }) => hear(data));
const tell = (space, revision) => channel?.postMessage([space, revision]);

// The locks of this page; other pages hear when it gets one.
const ownLocks = new Set();
const lockNews = globalThis.BroadcastChannel && new BroadcastChannel("woodshed.locks");

export const ledger = (page) => ({
  recordsLoad(number, address, size) {
    const [space, since] = page.unpack(address, size, "tn");
    let head = nowhere;
    let continuity = 0;
    let records = [];
    transact("readonly", "default", (heads, store) => {
      withHead(heads, store, space, (found, isWhole) => {
        head = found;
        const isKnown = isWhole && since >= head.born && since <= head.revision;
        const goesOn = since > 0 ? isKnown : isWhole;
        continuity = goesOn ? 0 : since > 0 && since < head.removed ? 2 : 1;
        const request = since > 0 && isKnown
          ? store.index("revision").getAll(IDBKeyRange.bound([space, since], [space, Infinity], true))
          : store.getAll(all(space));
        request.onsuccess = () => (records = request.result);
      });
    }, (error) => {
      if (error) return page.answer(number, 1, error);
      const parts = [0, "", head.revision, continuity, records.length];
      for (const { name, bytes } of records) parts.push(name, bytes);
      page.answer(number, ...parts);
    });
  },
  recordsCommit(number, address, size, count) {
    const [space, expected, isStrict, ...writes] =
      page.unpack(address, size, "tnn" + "tnb".repeat(count));
    let revision = 0;
    let isMoved = false;
    transact("readwrite", isStrict ? "strict" : "relaxed", (heads, store, transaction) => {
      const close = (head) => {
        store.count(all(space)).onsuccess = ({ target }) => {
          heads.put({ ...head, space, revision, count: target.result });
          transaction.commit();
        };
      };
      withHead(heads, store, space, (head, isWhole) => {
        revision = head.revision;
        isMoved = revision !== expected || (!isWhole && revision > 0);
        // A space that has lost records starts over; every tab notices when it looks next.
        if (!isWhole && revision > 0) return close({ ...head, born: (revision += 1) });
        if (isMoved) return;
        revision = expected > 0 ? expected + 1 : birth();
        for (let at = 0; at < writes.length; at += 3) {
          const [name, isThere, bytes] = writes.slice(at, at + 3);
          if (isThere) store.put({ space, name, revision, bytes });
          else store.delete([space, name]);
        }
        close(expected > 0 ? head : { ...head, born: revision });
      });
    }, (error) => {
      if (!error && !isMoved) tell(space, revision);
      page.answer(number, error ? 2 : isMoved ? 1 : 0, error, error ? 0 : revision);
    });
  },
  recordsWatch(number) {
    watchOn(number, news, ["message"], ({ data }) => page.answer(number, ...data));
  },
  recordsSpaces(number) {
    let spaces = [];
    transact("readonly", "default", (heads) => {
      heads.getAll().onsuccess = ({ target }) =>
        (spaces = target.result.filter(({ count }) => count !== 0));
    }, (error) => {
      const parts = spaces.flatMap(({ space, revision }) => [space, revision]);
      if (error) page.answer(number, 1, error);
      else page.answer(number, 0, "", spaces.length, ...parts);
    });
  },
  recordsErase(number, address, size) {
    const [space, isOnly, expected] = page.unpack(address, size, "tnn");
    let isMoved = false;
    transact("readwrite", "strict", (heads, store, transaction) => {
      heads.get(space).onsuccess = ({ target: { result: head = nowhere } }) => {
        isMoved = isOnly && head.revision > expected && head.count !== 0;
        if (isMoved) return;
        const revision = Math.max(birth(), head.revision + 1);
        store.delete(all(space));
        // The head stays, so that a tab that notices late knows it was removed on purpose.
        heads.put({ space, revision, born: revision, removed: revision, count: 0 });
        transaction.commit();
      };
    }, (error) => {
      if (!error && !isMoved) tell(space, 0);
      page.answer(number, error ? 2 : isMoved ? 1 : 0, error);
    });
  },
  async askToPersist(number) {
    let parts = [false, 0, 0];
    try {
      const isPersisted = await navigator.storage.persist();
      const { usage, quota } = await navigator.storage.estimate();
      parts = [isPersisted, usage ?? 0, quota ?? 0];
    } catch {
      // Not offered here: the browser may clear its storage.
    }
    page.answer(number, ...parts);
  },
  // 0 waits for the lock, 1 takes it from whoever has it, 2 does neither.
  holdLock(number, address, size, way) {
    // Without locks, there is nobody to share with.
    if (!navigator.locks) return page.answer(number, true);
    const stopping = new AbortController();
    let release = () => {};
    onStop(number, () => {
      stopping.abort();
      release();
    });
    const options = [{ signal: stopping.signal }, { steal: true }, { ifAvailable: true }][way];
    const name = page.text(address, size);
    const hold = (lock) => {
      if (stopping.signal.aborted) return;
      if (lock) {
        ownLocks.add(name);
        lockNews?.postMessage(name);
      }
      page.answer(number, lock !== null);
      // The answer may have stopped it.
      return lock && !stopping.signal.aborted && new Promise((done) => (release = done));
    };
    // It fails if another page took the lock, or if locks are forbidden.
    navigator.locks.request(name, options, hold)
      .catch((error) => page.answer(number, error.name !== "AbortError"))
      .finally(() => ownLocks.delete(name));
  },
  // What the names of other pages' locks say after `start`, each time it changes.
  watchLocks(number, address, size) {
    if (!navigator.locks || !lockNews) return;
    const start = page.text(address, size);
    const awaited = new Set();
    let told = "";
    const look = async () => {
      const { held } = await navigator.locks.query().catch(() => ({ held: [] }));
      const names = held.filter(({ name, mode }) => mode === "exclusive" && name.startsWith(start))
        .map(({ name }) => name).filter((name) => !ownLocks.has(name)).sort();
      for (const name of names) {
        if (awaited.has(name)) continue;
        awaited.add(name);
        // It is granted once the holder has released the lock, was closed or has crashed.
        navigator.locks.request(name, { mode: "shared" }, () => void awaited.delete(name)).then(look, () => {});
      }
      const words = names.map((name) => name.slice(start.length)).join("\n");
      if (words !== told) page.answer(number, (told = words));
    };
    watchOn(number, lockNews, ["message"], look);
    look();
  },
});
