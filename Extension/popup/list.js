"use strict";

// The list of items: a row has a button that fills it in, and one for its details. Arrows move in it; letters go to the search.

import { element } from "./ask.js";
import { text } from "../common/texts.js";
import { at } from "./view.js";

/** @type {(item: any) => void} */
let fillItem = () => {};
/** @type {(item: any) => void} */
let showItem = () => {};
/** @type {(item: any) => void} */
let copyItem = () => {};

/** @param {any} item */
const row = (item) => {
  const title = item.title || text("untitled");
  const initial = element("span", { className: "initial", textContent: [...title][0].toUpperCase() });
  initial.setAttribute("aria-hidden", "true");
  const texts = element(
    "span",
    { className: "texts" },
    element("span", { textContent: title, dir: "auto" }),
    element("small", { textContent: item.username, dir: "auto" }),
  );
  const fill = element("button", { type: "button", className: "fill", tabIndex: -1 }, initial, texts);
  fill.dataset.item = item.id;
  fill.addEventListener("click", () => fillItem(item));
  const more = element("button", { type: "button", className: "icon more", tabIndex: -1, textContent: "›", title: text("details") });
  more.setAttribute("aria-label", text("detailsOf", title));
  more.addEventListener("click", () => showItem(item));
  return element("li", {}, fill, more);
};

/** The items that are shown. @type {any[]} */
let items = [];

/** Shows items. @param {any[]} list */
export const show = (list) => {
  items = list;
  at("items").replaceChildren(...list.map(row));
  const first = at("items").querySelector(".fill");
  if (first) first.tabIndex = 0;
};

/** The first item that is shown. @returns {any} */
export const first = () => items[0];

/** @param {any} button */
const focus = (button) => {
  if (!button) return;
  for (const other of at("items").querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
};

/** @param {KeyboardEvent} event */
const move = (event) => {
  const button = /** @type {any} */ (event.target);
  const line = button.closest("li");
  const column = button.classList.contains("more") ? ".more" : ".fill";
  const ends = { Home: line.parentNode.firstChild, End: line.parentNode.lastChild };
  const lines = { ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling, ...ends };
  if (Object.hasOwn(lines, event.key)) {
    const next = lines[/** @type {keyof typeof lines} */ (event.key)];
    focus(next ? next.querySelector(column) : event.key === "ArrowUp" && at("search"));
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const isForward = (event.key === "ArrowRight") === (getComputedStyle(line).direction === "ltr");
    focus(line.querySelector(isForward ? ".more" : ".fill"));
  } else if (event.key === "c" && event.ctrlKey) {
    copyItem(items[[...line.parentNode.children].indexOf(line)]);
  } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.altKey && !event.metaKey) {
    // The letter goes into the search.
    at("search").focus();
    return;
  } else {
    return;
  }
  event.preventDefault();
};

/**
 * Begins to listen.
 * @param {{ fill: (item: any) => void, show: (item: any) => void, copy: (item: any) => void }} actions
 */
export const beginList = (actions) => {
  fillItem = actions.fill;
  showItem = actions.show;
  copyItem = actions.copy;
  at("items").addEventListener("keydown", move);
  at("search").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowDown") focus(at("items").querySelector(".fill"));
    else if (event.key === "Enter" && first()) fillItem(first());
    else return;
    event.preventDefault();
  });
};
