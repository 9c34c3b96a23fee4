"use strict";

// The parts of the popup, one of which is shown, and the line below them.

import { sentence } from "./ask.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @type {(id: string) => any} */
export const at = (id) => document.getElementById(id);

const parameters = new URLSearchParams(location.search);

/** The page that the popup is about, and the vaults. A page of its own has no active tab but itself: then the address names one. */
export const state = {
  isWindow: parameters.has("tab"),
  tab: Number(parameters.get("tab")),
  url: "",
  site: "",
  /** @type {{ name: string, open: boolean }[]} */
  vaults: [],
  /** The vault for new logins; empty if none is open. */
  vault: "",
};

const views = ["list", "details", "generator", "new"];
let shown = "list";

/** Says something below. @param {string} line */
export const say = (line) => {
  at("status").classList.remove("problem");
  at("status").textContent = line;
};

/** Says what has gone wrong. @param {any} error */
export const complain = (error) => {
  say(sentence(error));
  at("status").classList.add("problem");
};

/** Does something, and says what has gone wrong. @param {() => Promise<unknown> | unknown} action */
export const trying = async (action) => {
  try {
    await action();
  } catch (error) {
    complain(error);
  }
};

/** Done when the view is left: secrets go then. @type {(() => void)[]} */
let atLeaving = [];

/** Has something done when the view that is shown now is left. @param {() => void} action */
export const whenLeft = (action) => {
  atLeaving.push(action);
};

/** @param {string} name */
export const showView = (name) => {
  for (const action of atLeaving) action();
  atLeaving = [];
  for (const view of views) at(view).hidden = view !== name;
  shown = name;
  at("back").hidden = name === "list";
  say("");
};

export const shownView = () => shown;

/**
 * Opens the popup as a window, which stays when the agent's prompt comes to the front, and goes on there.
 * @param {{ search?: string, item?: object }} place
 */
export const openWindow = async (place) => {
  // Not in the address, which the browser's history would keep.
  await api.storage.session.set({ place });
  await api.windows.create({ url: `popup/popup.html?tab=${state.tab}`, type: "popup", width: 400, height: 600 });
  globalThis.close();
};

/** What a window was opened for. @returns {Promise<{ search?: string, item?: any }>} */
export const takePlace = async () => {
  if (!state.isWindow) return {};
  const { place = {} } = await api.storage.session.get("place");
  await api.storage.session.remove("place");
  return place;
};
