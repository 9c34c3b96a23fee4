"use strict";

// The number of logins for a tab's page, at the extension's button.

import { host } from "./host.js";
import { isOpen, whenClosed } from "./state.js";
import { address } from "./tab.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** The tabs whose pages have led to an offer. @type {Set<number>} */
const offering = new Set();

/** @param {number} tabId @param {number} count */
export const showCount = async (tabId, count) => {
  const text = offering.has(tabId) ? "+" : count === 0 ? "" : count > 99 ? "99+" : String(count);
  // The tab may be gone.
  await api.action.setBadgeText({ tabId, text }).catch(() => {});
};

/** Shows that there is an offer, until the tab shows another page. @param {number} tabId */
export const showOffer = async (tabId) => {
  offering.add(tabId);
  await showCount(tabId, 0);
};

/** Counts once for each page. @param {number} tabId */
const count = async (tabId) => {
  if (!(await isOpen())) return;
  const url = await address(tabId).catch(() => "");
  if (!url) return;
  const { items = [] } = await host.request("matches", { url }).catch(() => ({}));
  // Another page may have come in the meantime.
  if ((await address(tabId).catch(() => "")) === url) await showCount(tabId, items.length);
};

const clear = async () => {
  offering.clear();
  for (const { id } of await api.tabs.query({})) await showCount(id, 0);
};

/** Begins to count. */
export const beginBadge = () => {
  api.action.setBadgeBackgroundColor({ color: "#1c71d8" });
  api.tabs.onUpdated.addListener((/** @type {number} */ tabId, /** @type {any} */ change) => {
    if (change.status === "loading") offering.delete(tabId);
    if (change.status === "complete") count(tabId);
  });
  whenClosed(clear);
};
