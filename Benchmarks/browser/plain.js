// The rival: the same list and form, written by hand for the DOM and for nothing else.

() => {
  const place = document.createElement("div");
  document.body.append(place);
  const table = document.createElement("table");
  const body = document.createElement("tbody");
  table.append(body);
  place.append(table);
  let next = 1;

  const row = (number) => {
    const tr = document.createElement("tr");
    const first = document.createElement("td");
    first.textContent = String(number);
    const second = document.createElement("td");
    const link = document.createElement("a");
    link.setAttribute("href", "#");
    link.textContent = `Reed ${number} of the long list`;
    second.appendChild(link);
    const third = document.createElement("td");
    const remove = document.createElement("button");
    remove.setAttribute("aria-label", "Remove");
    remove.textContent = "×";
    third.appendChild(remove);
    tr.append(first, second, third);
    return tr;
  };
  const add = () => {
    for (let count = 0; count < 1000; count++) body.appendChild(row(next++));
  };

  const form = document.createElement("form");
  for (let index = 0; index < 60; index++) {
    const field = document.createElement("div");
    field.className = "field";
    const label = document.createElement("label");
    label.htmlFor = `plain-${index}`;
    label.textContent = `Field ${index}`;
    const input = document.createElement("input");
    input.type = "text";
    input.id = `plain-${index}`;
    const note = document.createElement("p");
    note.textContent = "0 bytes";
    field.append(label, input, note);
    form.append(field);
  }
  form.addEventListener("input", ({ target }) => {
    const count = new TextEncoder().encode(target.value).length;
    target.nextSibling.firstChild.data = `${count} bytes`;
  });

  window.plain = {
    create: add,
    replace() { body.textContent = ""; add(); },
    update() {
      for (let index = 0; index < body.children.length; index += 10) {
        body.children[index].children[1].firstChild.firstChild.data += " !!!";
      }
    },
    swap() {
      const a = body.children[1];
      const b = body.children[998];
      const after = b.nextSibling;
      body.insertBefore(b, a);
      body.insertBefore(a, after);
    },
    remove() { body.children[4].remove(); },
    append: add,
    clear() { body.textContent = ""; },
    showForm() { place.append(form); },
    hideForm() { form.remove(); },
  };
}
