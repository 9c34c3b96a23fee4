"use strict";

// The page of a tab: read and filled by the scripts under page/, which run only when the person asks for it.

import { HostError } from "./host.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;
const largest = 900_000;

/** The scripts in the order of page/scripts.txt. */
const files = ["tree", "visibility", "texts", "forms", "collector", "runner"].map((name) => `/page/${name}.js`);

/**
 * The document of a script that has sent something, for `scripting`: not the one that may come after it.
 * @param {any} sender
 */
export const documentOf = ({ tab, documentId, frameId }) =>
  documentId ? { tabId: tab.id, documentIds: [documentId] } : { tabId: tab.id, frameIds: [frameId] };

/** @param {number} tabId */
const address = async (tabId) => {
  const { url = "" } = await api.tabs.get(tabId);
  return /^https?:\/\//.test(url) ? url : "";
};

/** The address of a frame, as the browser tells our own script in it; empty for one without an origin. @param {object} target */
const addressOfFrame = async (target) => {
  const [answer] = await api.scripting.executeScript({ target, func: () => (self.origin === "null" ? "" : location.href) });
  const url = String(answer?.result ?? "");
  return /^https?:\/\//.test(url) ? url : "";
};

/**
 * Reads a page.
 * @param {number} tabId
 * @param {number} [frameId] a frame of the tab; its own page without one
 * @returns {Promise<{ url: string, page: string, target: object }>}
 */
export const read = async (tabId, frameId = 0) => {
  const frame = { tabId, frameIds: [frameId] };
  // The browser's own word for the address; the agent compares it with the model's.
  const url = frameId === 0 ? await address(tabId) : await addressOfFrame(frame);
  if (!url) throw new HostError("no-page", "this page cannot be filled");
  await api.scripting.executeScript({ target: frame, files });
  const [answer] = await api.scripting.executeScript({
    target: frame,
    func: () => JSON.stringify(/** @type {any} */ (globalThis).ChatelainePage.collect({ frames: "descend" })),
  });
  const page = String(answer?.result ?? "");
  if (!page || page.length > largest) throw new HostError("large-page", "this page is too large to be filled");
  // The same document, and not the one that may come after it.
  const target = documentOf({ tab: { id: tabId }, documentId: answer.documentId, frameId });
  return { url, page, target };
};

/**
 * Carries out a plan, and returns the runner's report.
 * @param {object} target
 * @param {object} plan
 */
export const fill = async (target, plan) => {
  const [answer] = await api.scripting.executeScript({
    target,
    func: (/** @type {any} */ plan) => /** @type {any} */ (globalThis).ChatelainePage?.fill(plan),
    args: [plan],
  });
  return answer?.result ?? { fields: [] };
};

export { address, files };
