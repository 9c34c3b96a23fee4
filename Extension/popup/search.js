"use strict";

// The search: in the items of the page at once, then in all vaults.

import { ask, element } from "./ask.js";
import { text } from "../common/texts.js";
import { show } from "./list.js";
import { at, openWindow, say, state, trying } from "./view.js";

/** The items that belong to the page. @type {any[]} */
let matches = [];
let isSearching = false;

/** @param {any} item @param {string} words */
const isFound = (item, words) => `${item.title}\n${item.username}`.toLocaleLowerCase().includes(words.toLocaleLowerCase());

/** Shows the items of the page. @param {any[]} [list] */
export const showMatches = (list = matches) => {
  matches = list;
  show(matches);
};

/** @param {string} words @param {any[]} found @param {boolean} more */
const showFound = (words, found, more) => {
  const known = matches.filter((item) => isFound(item, words));
  const others = found.filter((item) => !known.some((each) => each.id === item.id && each.vault === item.vault));
  show([...known, ...others]);
  say(known.length + others.length === 0 ? text("nothingFound") : more ? text("more") : "");
};

/** A button that searches all vaults, which takes a proof. @param {string} words */
const offerAll = (words) => {
  const button = element("button", { type: "button", id: "search-all", textContent: text("searchAll", words) });
  button.addEventListener("click", () =>
    trying(async () => {
      if (!state.isWindow) return openWindow({ search: words });
      await search(words, false);
    }),
  );
  at("actions").querySelector("#found")?.remove();
  at("actions").prepend(element("div", { id: "found" }, button));
};

/** @param {string} words @param {boolean} silent */
const search = async (words, silent) => {
  if (!silent) say(text("answerPrompt"));
  try {
    const { items, more } = await ask("search", { text: words, silent });
    at("actions").querySelector("#found")?.remove();
    showFound(words, items, more);
  } catch (error) {
    if (/** @type {any} */ (error).code !== "proof-needed") throw error;
    offerAll(words);
    say("");
  }
};

/** Looks for what is in the box; one search at a time, the last one wins. */
const look = async () => {
  const words = at("search").value.trim();
  if (isSearching) return;
  isSearching = true;
  await trying(async () => {
    if (words) return search(words, true);
    at("actions").querySelector("#found")?.remove();
    showMatches();
    say("");
  });
  isSearching = false;
  if (at("search").value.trim() !== words) await look();
};

/** Begins to listen. */
export const beginSearch = () => {
  at("search").addEventListener("input", () => {
    const words = at("search").value.trim();
    if (words) show(matches.filter((item) => isFound(item, words)));
    look();
  });
};

/** Searches for words that a window was opened for. @param {string} words */
export const searchFor = (words) => {
  at("search").value = words;
  return trying(() => search(words, false));
};
