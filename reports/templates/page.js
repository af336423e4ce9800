(() => {
  "use strict";
  const words = document.body.dataset;

  /* Copying a command. */

  const say = (button, text) => { button.textContent = text; };

  const selectAll = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  const copy = async (command, button) => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      say(button, words.copied);
    } catch {
      selectAll(command);
      say(button, words.selected);
    }
    setTimeout(() => say(button, words.copy), 2000);
  };

  for (const command of document.querySelectorAll(".command code, .examples code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    say(button, words.copy);
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => copy(command, button));
    (command.closest("pre") ?? command).after(button);
  }

  /* Sorting a table: upwards, downwards, and back to the order of the report. */

  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };
  const NUMBER = /[-−+]?\d+(\.\d+)?/;

  const written = (row, column) => row.cells[column].firstChild?.textContent.trim() ?? "";

  const numberIn = (text) => {
    const plain = text.split(words.group).join("").replace(words.decimal, ".");
    const found = plain.match(NUMBER);
    return found ? Number(found[0].replace("−", "-")) : NaN;
  };

  const byNumber = (column, way) => (a, b) => {
    const [x, y] = [numberIn(written(a, column)), numberIn(written(b, column))];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return way * (x - y);
  };

  const alphabet = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const byName = (column, way) => (a, b) =>
    way * alphabet.compare(written(a, column), written(b, column));

  const sort = (table, heads, column, rows) => {
    const order = NEXT[heads[column].getAttribute("aria-sort")];
    heads.forEach((head) => head.setAttribute("aria-sort", "none"));
    heads[column].setAttribute("aria-sort", order);
    table.classList.toggle("sorted", order !== "none");
    const sorted = [...rows];
    if (order !== "none") {
      const by = heads[column].classList.contains("name") ? byName : byNumber;
      sorted.sort(by(column, order === "ascending" ? 1 : -1));
    }
    table.tBodies[0].append(...sorted);
  };

  for (const table of document.querySelectorAll(".table table")) {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    if (rows.length < 3) continue;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => sort(table, heads, column, rows));
    });
  }
})();
