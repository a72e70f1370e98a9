// Times each operation, ours and the rival's in turn, up to a finished layout.

(runs) => {
  const click = (id) => document.getElementById(id).click();
  const type = (id, text) => {
    const field = document.getElementById(id);
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  const time = (work) => {
    const began = performance.now();
    work();
    document.body.getBoundingClientRect();
    return performance.now() - began;
  };
  const both = (ours, theirs, before = () => {}) => {
    const times = { ours: [], theirs: [] };
    for (let run = 0; run < runs; run++) {
      for (const [name, work, reset] of [["ours", ours, "ours"], ["theirs", theirs, "theirs"]]) {
        click("clear");
        window.plain.clear();
        before(reset);
        document.body.getBoundingClientRect();
        times[name].push(time(() => work(run)));
      }
    }
    return times;
  };
  const full = (whose) => (whose === "ours" ? click("create") : window.plain.create());
  const results = {
    "create 1,000 rows": both(() => click("create"), () => window.plain.create()),
    "replace all": both(() => click("replace"), () => window.plain.replace(), full),
    "update every 10th": both(() => click("update"), () => window.plain.update(), full),
    "swap two": both(() => click("swap"), () => window.plain.swap(), full),
    "remove one": both(() => click("remove"), () => window.plain.remove(), full),
    "append 1,000": both(() => click("append"), () => window.plain.append(), full),
    "clear": both(() => click("clear"), () => window.plain.clear(), full),
  };
  click("clear");
  window.plain.clear();
  click("form");
  window.plain.showForm();
  results["keystroke among 60 fields"] = both(
    (run) => type(`field-${run % 60}`, `a ${run}`), (run) => type(`plain-${run % 60}`, `a ${run}`));
  click("form");
  window.plain.hideForm();
  return results;
}
