"use strict";

// The menu of the right mouse button, and the keys.

import { fillBest, fillNext, generateHere, copyBestCode } from "./deeds.js";
import { loadTexts, text } from "../common/texts.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @type {Record<string, (tabId: number, frameId?: number) => Promise<unknown>>} */
const actions = {
  fill: (tabId) => fillBest(tabId),
  next: (tabId) => fillNext(tabId),
  generate: (tabId, frameId) => generateHere(tabId, frameId),
  "copy-code": (tabId) => copyBestCode(tabId),
};

/** @param {string} name @param {number} tabId @param {number} [frameId] */
const act = async (name, tabId, frameId) => {
  if (!Object.hasOwn(actions, name)) return;
  try {
    await actions[name](tabId, frameId);
  } catch {
    // The popup says why.
    await api.action.openPopup().catch(() => {});
  }
};

const makeMenu = async () => {
  await loadTexts();
  await api.contextMenus.removeAll();
  const documentUrlPatterns = ["http://*/*", "https://*/*"];
  const entries = [
    { id: "fill", title: text("menuFill"), contexts: ["page", "editable"] },
    { id: "generate", title: text("menuGenerate"), contexts: ["editable"] },
    { id: "copy-code", title: text("menuCopyCode"), contexts: ["page", "editable"] },
  ];
  for (const entry of entries) api.contextMenus.create({ ...entry, documentUrlPatterns }, () => api.runtime.lastError);
};

/** Begins to listen. */
export const beginMenus = () => {
  api.commands.onCommand.addListener((/** @type {string} */ command, /** @type {any} */ tab) => {
    if (tab?.id) act(command, tab.id);
  });
  api.contextMenus.onClicked.addListener((/** @type {any} */ { menuItemId, frameId }, /** @type {any} */ tab) => {
    if (tab?.id) act(String(menuItemId), tab.id, frameId);
  });
  // The browser keeps the menu.
  api.runtime.onInstalled.addListener(makeMenu);
  api.storage.local.onChanged.addListener((/** @type {any} */ changes) => {
    if (changes.language) makeMenu();
  });
};
