"""Random pages, rendered by the program into a real browser and compared with what they must be."""

PAIRS = 1_500

# Writes the outline of what stands in an element as Sources/Vectors/Outline.swift does.
CHECK = """(pairs) => {
  const quoted = (text) => text ? `"${text.replace(/["\\\\]/g, "\\\\$&")}"` : "";
  const outline = (node) => {
    if (node.nodeType === 3) return quoted(node.data);
    const facts = [];
    for (const { name, value } of node.attributes) {
      if (name !== "style") facts.push(`@${name}=${quoted(value)}`);
    }
    for (const name of node.style) facts.push(`~${name}=${quoted(node.style.getPropertyValue(name))}`);
    if (node.value) facts.push(`value=${quoted(node.value)}`);
    if (node.checked === true) facts.push("toggle-0=");
    for (const [kind, payload] of Object.entries(node.woodshed ?? {})) {
      if (kind !== "number") facts.push(`!${kind}=${quoted(String(payload))}`);
    }
    const isSVG = node.namespaceURI.endsWith("/svg");
    const tag = (isSVG ? "svg:" : "") + node.localName;
    return `<${[tag, ...facts.sort()].join(" ")}>${Array.from(node.childNodes, outline).join("")}</>`;
  };
  const next = document.getElementById("next");
  const tree = document.getElementById("tree");
  const failures = [];
  let size = 0;
  for (let pair = 0; pair < pairs && failures.length < 3; pair++) {
    next.click();
    const expected = localStorage.getItem("outline");
    const found = Array.from(tree.childNodes, outline).join("");
    size += found.length;
    if (found !== expected) failures.push({ pair, found, expected });
  }
  return { failures, size };
}"""


def test_random_pages_stand_as_they_should(new_page, workbench):
    page = new_page(base_url=workbench.url)
    page.goto("/")
    page.get_by_role("heading", name="Workbench").wait_for()
    result = page.evaluate(CHECK, PAIRS)
    print(f"{PAIRS} pages, {result['size']} characters of outline")
    assert result["failures"] == []
    assert result["size"] > 100 * PAIRS
