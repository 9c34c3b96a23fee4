"use strict";

// What the popup and the settings ask for.

import { vaultForNew } from "../common/settings.js";
import { showCount } from "./badge.js";
import { fillItem, fillPassword, makePassword, readRules } from "./deeds.js";
import { host, ifKnown } from "./host.js";
import { address } from "./tab.js";

const nothing = { items: [], site: "", warning: "" };

/** All that the popup shows first, in one answer. @param {{ tab: number }} members */
const open = async ({ tab }) => {
  const [url, { vaults }] = await Promise.all([address(tab).catch(() => ""), host.request("status")]);
  const isOpen = vaults.some((/** @type {any} */ vault) => vault.open);
  const [list, { offers }, vault] = await Promise.all([
    isOpen && url ? host.request("matches", { url }).catch((/** @type {any} */ error) => ({ ...nothing, problem: error.message })) : nothing,
    ifKnown(host.request("offers"), () => ({ offers: [] })),
    vaultForNew(vaults),
  ]);
  if (url && isOpen) await showCount(tab, list.items.length);
  return { ...list, url, vaults, vault, offers };
};

/** @param {any} members */
const deed = async ({ tab, vault, item, field, silent = false }) => ({ vault, item, url: await address(tab).catch(() => ""), field, silent });

/** @type {Record<string, (message: any) => Promise<object>>} */
export const popupDeeds = {
  open,
  status: () => host.request("status"),
  unlock: ({ vault }) => host.request("unlock", { vault }),
  search: ({ text, silent }) => host.request("search", { text, silent }),
  fill: ({ tab, vault, item }) => fillItem(tab, vault, item),
  details: async (message) => host.request("details", await deed(message)),
  copy: async (message) => host.request("copy", await deed(message)),
  reveal: async (message) => host.request("reveal", await deed(message)),
  code: async (message) => host.request("code", await deed(message)),
  "add-website": async (message) => host.request("add-website", await deed(message)),
  save: async ({ tab, vault, title, username, password }) =>
    host.request("save", { vault, url: await address(tab), title, username, password }),
  rules: async ({ tab }) => {
    const { fields, rules } = await readRules(tab);
    return { fields: fields.length, rules };
  },
  make: async ({ tab, rules }) => makePassword(await address(tab), rules),
  "fill-password": ({ tab, password }) => fillPassword(tab, password),
  // A new login has no item yet.
  answer: ({ offer, answer, vault, item }) =>
    host.request("answer", { offer, deed: answer, ...(vault ? { vault } : {}), ...(item && answer === "update" ? { item } : {}) }),
  nevers: () => ifKnown(host.request("nevers"), () => ({ sites: [] })),
  never: ({ url, remove }) => host.request("never", { url, remove }),
};
