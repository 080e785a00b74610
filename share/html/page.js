/* What the page can do beyond being read: a step is chosen by a click, the keyboard or the address
 * (#step-12), and everything else follows it. ASCII only, see cmake/Embed.cmake. */
"use strict";
(function () {
  const list = document.getElementById("steps");
  const rows = Array.from(list.children);
  const data = JSON.parse(document.getElementById("data").textContent);
  const side = {
    now: document.getElementById("now"),
    variables: document.getElementById("variables"),
    source: document.getElementById("source"),
  };
  const SETUP_MOST = 12; /* more steps than this before the first thread starts are folded ... */
  const SETUP_LAST = 6;  /* ... up to the last few */
  const MOST_VARIABLES = 200;
  const svgName = "http://www.w3.org/2000/svg";
  const readers = rows.map(() => []);
  const early = [];
  let selected = -1, marked = [], arrows = null;

  rows.forEach((row, i) => {
    if (row.dataset.from) readers[+row.dataset.from - 1].push(i);
  });

  /* ---- small helpers: text never becomes markup ---- */

  function make(tag, text, name) {
    const element = document.createElement(tag);
    if (text !== undefined && text !== null) element.textContent = text;
    if (name) element.className = name;
    return element;
  }

  function link(step) {
    const a = make("a", "step " + (step + 1));
    a.href = "#step-" + (step + 1);
    return a;
  }

  function isHidden(row) {
    return row.offsetParent === null;
  }

  function effect(i) {
    return rows[i].querySelector(".e").textContent;
  }

  /* ---- what is known at a step ---- */

  function valuesAt(step) {
    const values = data.initial.slice(), old = {}, by = {};
    for (let k = 0; k < data.changes.length; k += 3) {
      const at = data.changes[k] - 1, variable = data.changes[k + 1];
      if (at > step) break;
      if (at === step && !(variable in old)) old[variable] = values[variable];
      values[variable] = data.changes[k + 2];
      by[variable] = at;
    }
    return { values, old, by };
  }

  /* Where there are too many to look at, those that changed last. */
  function shown(by) {
    let all = data.variables.map((name, i) => i);
    if (all.length > MOST_VARIABLES)
      all = all.filter((i) => i in by).sort((a, b) => by[b] - by[a]).slice(0, MOST_VARIABLES);
    return all.sort((a, b) => a - b);
  }

  function showVariables(step) {
    const box = side.variables, scroll = make("div", null, "scroll");
    const { values, old, by } = valuesAt(step);
    const table = make("table"), head = make("tr");
    let first = null;
    box.replaceChildren();
    if (!data.variables.length) return;
    for (const title of ["variable", "value", "changed in"]) head.append(make("th", title));
    table.append(head);
    shown(by).forEach((i) => {
      const row = make("tr"), value = make("td"), since = make("td");
      if (i in old) {
        row.className = "changed";
        first = first || row;
        if (old[i] !== null) value.append(make("span", old[i], "old"));
      }
      value.append(values[i] === null ? "?" : values[i]);
      if (values[i] === null) value.title = "not written yet, and nobody reads it before it is";
      if (i in by) since.append(link(by[i]));
      row.append(make("td", data.variables[i]), value, since);
      table.append(row);
    });
    scroll.append(table);
    box.append(make("h2", "Shared variables after step " + (step + 1)), scroll);
    showWaiting(step);
    if (first) scroll.scrollTop = first.offsetTop - scroll.offsetTop - 40;
  }

  function showWaiting(step) {
    const entries = make("ul");
    for (let k = 0; k < data.waiting.length; k += 4) {
      const from = data.waiting[k] - 1, to = data.waiting[k + 1] - 1;
      if (from > step || (to >= 0 && to <= step)) continue;
      const entry = make("li", "thread " + data.waiting[k + 2] + ": " + data.waiting[k + 3] + ", of ");
      entry.append(link(from));
      entries.append(entry);
    }
    if (entries.childElementCount) side.variables.append(make("h2", "In store buffers"), entries);
  }

  function showNow(step) {
    const row = rows[step], head = make("h2");
    head.textContent = "Step " + (step + 1) + " of " + rows.length + ", thread " + row.dataset.t;
    side.now.replaceChildren(head, make("p", effect(step)));
    if (row.dataset.from) {
      const line = make("p", "It reads what was written in ");
      line.append(link(+row.dataset.from - 1), ".");
      side.now.append(line);
    }
    if (readers[step].length) {
      const line = make("p", "What it writes is read in ");
      readers[step].slice(0, 12).forEach((reader, k) => line.append(k ? ", " : "", link(reader)));
      line.append(readers[step].length > 12 ? " and " + (readers[step].length - 12) + " more." : ".");
      side.now.append(line);
    }
  }

  /* ---- where everybody is ---- */

  function lineOf(row) {
    return row && row.dataset.f ? document.getElementById("l" + row.dataset.f + "-" + row.dataset.l) : null;
  }

  function showSource(step) {
    const last = {};
    for (let i = 0; i <= step; i++) if (rows[i].dataset.f) last[rows[i].dataset.t] = rows[i];
    document.querySelectorAll(".l.at").forEach((line) => {
      line.className = "l";
      line.removeAttribute("data-who");
    });
    for (const thread of Object.keys(last)) {
      const line = lineOf(last[thread]);
      if (!line) continue;
      const before = line.dataset.who;
      line.dataset.who = before ? before + ", " + thread : "thread " + thread;
      line.className = "l at c" + (thread % 6);
    }
    const current = lineOf(rows[step]) || lineOf(last[rows[step].dataset.t]);
    if (!current) return;
    current.className = "l at current c" + (rows[step].dataset.t % 6);
    const box = side.source, top = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (box.scrollHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
  }

  /* ---- arrows: only those of the chosen step are drawn ---- */

  function corner(step, right) {
    const cell = rows[step].querySelector(".cell");
    return {
      x: cell.offsetLeft + (right ? cell.offsetWidth : 0),
      y: rows[step].offsetTop + cell.offsetHeight / 2,
    };
  }

  function draw(from, to) {
    if (isHidden(rows[from]) || isHidden(rows[to])) return;
    const path = document.createElementNS(svgName, "path");
    const left = rows[from].dataset.t < rows[to].dataset.t;
    const a = corner(from, left), b = corner(to, !left && rows[from].dataset.t !== rows[to].dataset.t);
    const bend = Math.max(18, Math.abs(b.x - a.x) / 2), out = left ? bend : -bend;
    const into = rows[from].dataset.t === rows[to].dataset.t ? -bend : left ? -bend : bend;
    path.setAttribute("d", "M" + a.x + " " + a.y + " C" + (a.x + out) + " " + a.y + " " +
      (b.x + into) + " " + b.y + " " + b.x + " " + b.y);
    path.setAttribute("marker-end", "url(#head)");
    arrows.append(path);
  }

  function showArrows(step) {
    marked.forEach((row) => row.classList.remove("linked"));
    marked = readers[step].slice();
    if (rows[step].dataset.from) marked.push(+rows[step].dataset.from - 1);
    const pairs = readers[step].slice(0, 50).map((reader) => [step, reader]);
    if (rows[step].dataset.from) pairs.push([+rows[step].dataset.from - 1, step]);
    marked = marked.map((i) => rows[i]);
    marked.forEach((row) => row.classList.add("linked"));
    arrows.querySelectorAll("g > path, svg > path").forEach((path) => path.remove());
    pairs.forEach((pair) => draw(pair[0], pair[1]));
  }

  function makeArrows() {
    arrows = document.createElementNS(svgName, "svg");
    arrows.id = "arrows";
    const marker = document.createElementNS(svgName, "marker");
    const tip = document.createElementNS(svgName, "path");
    const sizes = { id: "head", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 6, markerHeight: 6, orient: "auto" };
    for (const key of Object.keys(sizes)) marker.setAttribute(key, sizes[key]);
    tip.id = "tip";
    tip.setAttribute("d", "M0 0 L10 5 L0 10 Z");
    marker.append(tip);
    const definitions = document.createElementNS(svgName, "defs");
    definitions.append(marker);
    arrows.append(definitions);
    const holder = make("li");
    holder.setAttribute("aria-hidden", "true");
    holder.style.display = "contents";
    holder.append(arrows);
    list.append(holder);
  }

  /* ---- locks: a bar beside the lane, from the step that takes one to the step that gives it back ---- */

  function showLocks() {
    arrows.querySelectorAll("rect").forEach((bar) => bar.remove());
    const depth = {};
    for (let k = 0; k < data.locks.length; k += 4) {
      const from = data.locks[k] - 1, to = data.locks[k + 1] ? data.locks[k + 1] - 1 : rows.length - 1;
      const thread = data.locks[k + 2];
      const seen = rows.slice(from, to + 1).filter((row) => !isHidden(row));
      const own = seen.find((row) => +row.dataset.t === thread);
      if (!own) continue;
      const open = depth[thread] = (depth[thread] || []).filter((end) => end > from);
      const first = seen[0], last = seen[seen.length - 1];
      const bar = document.createElementNS(svgName, "rect"), title = document.createElementNS(svgName, "title");
      bar.setAttribute("x", own.querySelector(".cell").offsetLeft - 6 - 4 * (open.length % 3));
      bar.setAttribute("y", first.offsetTop + 2);
      bar.setAttribute("width", 3);
      bar.setAttribute("height", Math.max(4, last.offsetTop + last.offsetHeight - first.offsetTop - 4));
      bar.setAttribute("class", "c" + (thread % 6));
      title.textContent = "thread " + thread + " holds " + data.locks[k + 3];
      bar.append(title);
      arrows.append(bar);
      open.push(to);
    }
  }

  function showHeld(step) {
    const names = [];
    for (let k = 0; k < data.locks.length; k += 4) {
      const from = data.locks[k] - 1, to = data.locks[k + 1] ? data.locks[k + 1] - 1 : rows.length;
      if (from <= step && step < to) names.push("thread " + data.locks[k + 2] + ": " + data.locks[k + 3]);
    }
    if (names.length) side.now.append(make("p", "Locks held: " + names.join(", ") + "."));
  }

  /* ---- searching ---- */

  const search = make("input");
  search.type = "search";
  search.placeholder = "search";
  search.setAttribute("aria-label", "search the steps");

  function matches(row) {
    const wanted = search.value.trim().toLowerCase();
    return wanted && row.querySelector(".cell").textContent.toLowerCase().includes(wanted);
  }

  function find(by) {
    for (let n = 1; n <= rows.length; n++) {
      const i = (selected + n * by + rows.length) % rows.length;
      if (matches(rows[i])) return select(i, "center");
    }
    search.classList.add("none");
  }

  search.addEventListener("input", () => search.classList.remove("none"));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") find(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") search.blur();
    else return;
    event.preventDefault();
  });

  /* ---- folding ---- */

  function foldCall(step) {
    const row = rows[step], button = row.querySelector(".fn");
    const fold = button.getAttribute("aria-expanded") !== "false";
    for (let i = step + 1; i < rows.length; i++) {
      if (rows[i].dataset.t !== row.dataset.t || +rows[i].dataset.d < +row.dataset.d) break;
      if (+rows[i].dataset.d === +row.dataset.d && rows[i].querySelector(".fn")) break;
      rows[i].classList.toggle("folded", fold);
    }
    button.setAttribute("aria-expanded", String(!fold));
    redraw();
  }

  function redraw() {
    showLocks();
    if (selected >= 0) showArrows(selected);
  }

  function reveal(step) {
    if (!isHidden(rows[step])) return;
    if (rows[step].classList.contains("early")) showEarly();
    document.body.classList.remove("no-locals");
    if ("minor" in rows[step].dataset) document.body.classList.remove("no-minor");
    rows[step].classList.remove("folded");
    tellTools();
    showLocks();
  }

  function foldEarly() {
    const first = rows.findIndex((row) => row.classList.contains("create"));
    if (first <= SETUP_MOST) return;
    for (let i = 0; i < first - SETUP_LAST; i++) {
      early.push(rows[i]);
      rows[i].classList.add("early");
    }
  }

  function showEarly() {
    early.splice(0).forEach((row) => row.classList.remove("early"));
    tellTools();
    redraw();
  }

  /* ---- choosing ---- */

  /* `scroll`: where the step shall stand then, as scrollIntoView says it; empty = where it is. */
  function select(step, scroll, quiet) {
    if (step < 0 || step >= rows.length) return;
    if (selected >= 0) rows[selected].classList.remove("selected");
    selected = step;
    document.body.classList.add("stepping");
    reveal(step);
    rows[step].classList.add("selected");
    showNow(step);
    showHeld(step);
    showVariables(step);
    showSource(step);
    showArrows(step);
    if (scroll) rows[step].scrollIntoView({ block: scroll });
    if (!quiet) history.replaceState(null, "", "#step-" + (step + 1));
  }

  /* The next one in that direction that can be seen and is as asked for. */
  function move(by, wanted) {
    for (let i = selected + by; i >= 0 && i < rows.length; i += by)
      if (!isHidden(rows[i]) && (!wanted || wanted(rows[i]))) return select(i, "nearest");
  }

  function sameThread(row) {
    return row.dataset.t === rows[selected].dataset.t;
  }

  function isTurn(row) {
    return row.classList.contains("turn");
  }

  const keys = {
    j: () => move(1), ArrowDown: () => move(1), ArrowRight: () => move(1),
    k: () => move(-1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1),
    n: () => move(1, sameThread), p: () => move(-1, sameThread),
    t: () => move(1, isTurn), T: () => move(-1, isTurn),
    Home: () => select(rows.findIndex((row) => !isHidden(row)), "nearest"),
    End: () => select(rows.length - 1, "nearest"),
    o: toggleLocals, m: toggleMinor, f: foldHere, "/": () => search.focus(),
  };

  function foldHere() {
    for (let i = selected; i >= 0 && rows[i].dataset.t === rows[selected].dataset.t; i--)
      if (rows[i].querySelector(".fn")) {
        foldCall(i);
        if (rows[selected].classList.contains("folded")) select(i, "nearest");
        return;
      }
  }

  function toggle(name) {
    document.body.classList.toggle(name);
    tellTools();
    redraw();
  }

  function toggleLocals() {
    toggle("no-locals");
  }

  function toggleMinor() {
    toggle("no-minor");
  }

  function step() {
    const match = /^#step-(\d+)$/.exec(location.hash);
    return match ? +match[1] - 1 : -1;
  }

  /* ---- beginning ---- */

  function tellTools() {
    const tools = document.getElementById("tools");
    const locals = make("button", "own variables");
    locals.type = "button";
    locals.setAttribute("aria-pressed", String(!document.body.classList.contains("no-locals")));
    locals.addEventListener("click", toggleLocals);
    const minor = make("button", "steps of no influence");
    minor.type = "button";
    minor.setAttribute("aria-pressed", String(!document.body.classList.contains("no-minor")));
    minor.addEventListener("click", toggleMinor);
    const words = make("span");
    for (const [key, text] of [["j", ""], ["k", " step, "], ["n", ""], ["p", " of this thread, "],
      ["t", ""], ["T", " change of thread, "], ["f", " fold the call, "], ["/", " search, "]])
      words.append(make("kbd", key), " ", text);
    tools.replaceChildren(words, make("kbd", "o"), locals);
    if (rows.some((row) => "minor" in row.dataset)) tools.append(make("kbd", "m"), minor);
    tools.append(search);
    if (early.length) {
      const more = make("button", "show " + early.length + " steps before the first thread starts");
      more.type = "button";
      more.addEventListener("click", showEarly);
      tools.append(more);
    }
  }

  list.addEventListener("click", (event) => {
    const row = event.target.closest("#steps > li[id]");
    if (!row) return;
    const at = rows.indexOf(row);
    if (event.target.closest(".fn")) foldCall(at);
    else select(at, "");
    if (event.target.closest("a")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (event.target === search) return;
    event.preventDefault();
    keys[event.key]();
  });
  window.addEventListener("hashchange", () => select(step(), "center"));
  window.addEventListener("resize", redraw);
  makeArrows();
  foldEarly();
  tellTools();
  const asked = step() >= 0 && step() < rows.length;
  select(asked ? step() : rows.length - 1, asked && "center", true);
  showLocks();
})();
