"use strict";

// What the popup and the keyboard ask for. It goes on when the popup closes, as it does when the agent's prompt comes to the front.

import { host } from "./host.js";
import { followPages } from "./offers.js";
import { lookAgain } from "./pages.js";
import { address, fill, read } from "./tab.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** The code that is compared while this profile is paired; empty otherwise. */
let pairingCode = "";

/** @param {number} tabId @param {string} vault @param {string} item */
const fillItem = async (tabId, vault, item) => {
  const { url, page, target } = await read(tabId);
  const { plan } = await host.request("fill", { vault, item, url, page });
  const report = await fill(target, typeof plan === "string" ? JSON.parse(plan) : plan);
  const filled = report.fields.filter((/** @type {any} */ field) => field.result === "filled").length;
  return { filled, others: report.fields.length - filled };
};

/** @type {Record<string, (message: any) => Promise<object>>} */
const deeds = {
  status: () => host.request("status"),
  unlock: ({ vault }) => host.request("unlock", { vault }),
  matches: async ({ tab }) => {
    const url = await address(tab);
    return url ? host.request("matches", { url }) : { items: [], site: "" };
  },
  search: ({ text }) => host.request("search", { text }),
  fill: ({ tab, vault, item }) => fillItem(tab, vault, item),
  generate: async ({ tab }) => host.request("generate", { url: await address(tab), rules: "" }),
  pair: async () => {
    try {
      await host.pair((code) => {
        pairingCode = code;
      });
      await lookAgain();
      return {};
    } finally {
      pairingCode = "";
    }
  },
  code: async () => ({ code: pairingCode }),
};

api.runtime.onMessage.addListener((/** @type {any} */ message, /** @type {any} */ sender, /** @type {any} */ answer) => {
  // Only pages of this extension: what its scripts in pages may ask for is in pages.js.
  if (sender.id !== api.runtime.id || !String(sender.url ?? "").startsWith(api.runtime.getURL(""))) return false;
  const deed = Object.hasOwn(deeds, message?.deed) ? deeds[message.deed] : null;
  if (!deed) return false;
  deed(message).then(
    (result) => answer({ result }),
    (error) => answer({ error: { code: error.code ?? "failed", reason: error.message, remedy: error.remedy ?? "" } }),
  );
  return true;
});

api.commands.onCommand.addListener(async (/** @type {string} */ command, /** @type {any} */ tab) => {
  if (command !== "fill" || !tab?.id) return;
  try {
    const { items } = await host.request("matches", { url: tab.url ?? "" });
    const [best] = items.filter((/** @type {any} */ item) => item.matches);
    if (best) await fillItem(tab.id, best.vault, best.id);
    else await api.action.openPopup();
  } catch {
    // The popup says why.
    await api.action.openPopup().catch(() => {});
  }
});

api.runtime.onInstalled.addListener((/** @type {any} */ { reason }) => {
  if (reason === "install") api.tabs.create({ url: api.runtime.getURL("pairing/pairing.html") });
});

followPages();
