"use strict";

// The page of a tab: read and filled by the scripts under page/, which run only when the person asks for it.

const api = /** @type {any} */ (globalThis).browser ?? chrome;
const largest = 900_000;

/** The scripts in the order of page/scripts.txt. */
const files = ["tree", "visibility", "texts", "forms", "collector", "runner"].map((name) => `/page/${name}.js`);

/** @param {number} tabId */
const address = async (tabId) => {
  const { url = "" } = await api.tabs.get(tabId);
  return /^https?:\/\//.test(url) ? url : "";
};

/**
 * Reads a page.
 * @param {number} tabId
 * @returns {Promise<{ url: string, page: string, target: object }>}
 */
export const read = async (tabId) => {
  // The browser's own word for the address; the agent compares it with the model's.
  const url = await address(tabId);
  if (!url) throw new Error("This page cannot be filled.");
  const frame = { tabId, frameIds: [0] };
  await api.scripting.executeScript({ target: frame, files });
  const [answer] = await api.scripting.executeScript({
    target: frame,
    func: () => JSON.stringify(/** @type {any} */ (globalThis).ChatelainePage.collect({ frames: "descend" })),
  });
  const page = String(answer?.result ?? "");
  if (!page || page.length > largest) throw new Error("This page is too large to be filled.");
  // The same document, and not the one that may come after it.
  const target = answer.documentId ? { tabId, documentIds: [answer.documentId] } : frame;
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
