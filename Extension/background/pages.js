"use strict";

// What the scripts in pages ask for (content/). All that they say comes out of a process that also runs the page: so they name items,
// and the browser names the page.

import { isLeftAlone, settings } from "../common/settings.js";
import { makePassword } from "./deeds.js";
import { HostError, host, ifKnown } from "./host.js";
import { documentOf, files } from "./tab.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;
const largest = 900_000;
/** How long pages are left alone when this profile is not paired or the program is missing, in milliseconds. */
const pause = 600_000;
/** What one tab may ask for in a minute: readings of its pages, and prompts for the person. */
const most = { read: 60, prompt: 6 };
/** The scripts that a page gets when a person is at one of its fields. */
const scripts = [...files, ...["seen", "style", "rows", "menu", "key"].map((name) => `/content/${name}.js`)];

/** Texts that are drawn in pages: looked up here, since the first question for one takes a page milliseconds. */
const names = [
  "keyLabel", "menuGenerate", "menuMore", "menuNotFilled", "menuUnlock", "menu_covered", "menu_pointer_taken", "menu_scaled",
  "menu_transparent", "untitled",
];
const texts = () => Object.fromEntries(names.map((name) => [name, api.i18n?.getMessage(name) ?? ""]));

/** @type {Map<string, { count: number, since: number }>} */
const counts = new Map();

/** @param {keyof typeof most} kind @param {number} tab */
const count = (kind, tab) => {
  const key = `${kind} ${tab}`;
  const now = Date.now();
  const known = counts.get(key);
  if (!known || now - known.since > 60_000) {
    if (counts.size > 1000) counts.clear();
    counts.set(key, { count: 1, since: now });
    return;
  }
  known.count += 1;
  if (known.count > most[kind]) throw new HostError("busy", "The page has asked too often.");
};

/** Has pages looked at again: the profile was paired. */
export const lookAgain = () => api.storage.session.remove("pagesOff");

/** Whether pages are left alone, since this profile was not paired lately. */
const arePagesOff = async () => {
  const { pagesOff = 0 } = await api.storage.session.get("pagesOff");
  return Date.now() <= pagesOff;
};

/** Whether this profile is paired, as far as is known without asking too often. */
export const isPaired = async () => {
  if (host.isReady) return true;
  if (await arePagesOff()) return false;
  await request("status");
  return true;
};

/**
 * Whether the person wants something in a page.
 * @param {string} url
 */
const isWanted = async (url) => {
  const { inPage, leftAlone } = await settings();
  return inPage !== false && !isLeftAlone(url, leftAlone) && !(await arePagesOff());
};

/**
 * Sends a request for a page. A profile that is not paired asks once in a while only, since each question starts a program.
 * @param {string} type
 * @param {object} members
 */
const request = async (type, members = {}) => {
  try {
    return await host.request(type, members);
  } catch (error) {
    const code = /** @type {any} */ (error).code;
    if (["not-paired", "wrong-browser", "host-missing"].includes(code)) await api.storage.session.set({ pagesOff: Date.now() + pause });
    throw error;
  }
};

/**
 * What the fields of a page mean, for a Chatelaine that is older than this extension: passwords, and the name before them.
 * @param {any} model
 */
const guess = (model) => {
  const fields = (Array.isArray(model?.fields) ? model.fields : []).filter((/** @type {any} */ field) => field.visible !== false);
  /** @type {{ field: string, form: number, meaning: string }[]} */
  const found = [];
  fields.forEach((/** @type {any} */ field, /** @type {number} */ index) => {
    if (field.type !== "password") return;
    const alike = fields.filter((/** @type {any} */ other) => other.form === field.form && other.type === "password");
    const isNew = alike.length > 1 || /new-password/.test(field.autocomplete ?? "");
    const before = fields[index - 1];
    if (!isNew && before?.form === field.form && /^(text|email|tel)$/.test(before?.type)) {
      found.push({ field: before.id, form: before.form, meaning: "username" });
    }
    found.push({ field: field.id, form: field.form, meaning: isNew ? "new-password" : "current-password" });
  });
  return found;
};

/**
 * The logins that were saved for a page.
 * @param {string} url
 */
const logins = async (url) => {
  try {
    const { items = [], more = false } = await request("matches", { url });
    const kinds = ["login", "password"];
    const belongs = (/** @type {any} */ item) => item.matches === true && kinds.includes(item.kind);
    return { items: items.filter(belongs), more };
  } catch (error) {
    if (/** @type {any} */ (error).code !== "locked") throw error;
    return { items: [], more: false };
  }
};

/** @typedef {{ tab: number, url: string, message: any, sender: any }} Asked */

/** @type {Record<string, (asked: Asked) => Promise<object>>} */
const deeds = {
  field: async ({ tab, url, sender }) => {
    if (!(await isWanted(url))) return { isShown: false };
    count("read", tab);
    // Whether the profile is paired, before the page gets more scripts.
    await request("status");
    await api.scripting.executeScript({ target: documentOf(sender), files: scripts });
    return { isShown: true };
  },

  read: async ({ tab, url, message }) => {
    count("read", tab);
    const page = String(message.model ?? "");
    if (page.length > largest) return { fields: [] };
    const { fields } = await ifKnown(request("read", { url, page }), () => ({ fields: guess(JSON.parse(page)) }));
    return { fields: fields ?? [], texts: texts() };
  },

  menu: async ({ tab, url }) => {
    count("read", tab);
    if (!(await isWanted(url))) return { items: [], locked: [] };
    const { vaults = [] } = await request("status");
    const locked = vaults.filter((/** @type {any} */ vault) => !vault.open).map((/** @type {any} */ vault) => vault.name);
    const { items } = locked.length === vaults.length ? { items: [] } : await logins(url);
    const shown = items.slice(0, 50).map((/** @type {any} */ item) => ({
      vault: item.vault,
      item: item.id,
      title: String(item.title).slice(0, 200),
      username: String(item.username).slice(0, 200),
    }));
    return { items: shown, locked, canKeep: locked.length < vaults.length };
  },

  fill: async ({ tab, url, message }) => {
    const { vault, item, model } = message;
    // Cards, identities and logins of other sites: in the popup.
    const { items } = await logins(url);
    if (!items.some((/** @type {any} */ known) => known.vault === vault && known.id === item)) {
      throw new HostError("not-found", "This item was not saved for this page.");
    }
    const members = { vault, item, url, page: String(model ?? "") };
    try {
      const { plan } = await request("fill", { ...members, silent: true });
      return { plan };
    } catch (error) {
      if (/** @type {any} */ (error).code !== "proof-needed") throw error;
      count("prompt", tab);
      const { plan } = await request("fill", members);
      return { plan };
    }
  },

  unlock: async ({ tab, message }) => {
    count("prompt", tab);
    await request("unlock", { vault: String(message.vault) });
    return {};
  },

  generate: async ({ tab, url, message }) => {
    count("read", tab);
    const { password } = await makePassword(url, String(message.rules ?? "").slice(0, 4000));
    return { password };
  },

  more: async () => {
    await api.action.openPopup();
    return {};
  },
};

/**
 * Whether a message is from a script of ours in a page that may have a menu; watch.js looks at the frames around it.
 * @param {any} sender
 */
const isPage = (sender) => {
  if (sender?.id !== api.runtime.id || typeof sender.tab?.id !== "number" || typeof sender.frameId !== "number") return false;
  if (!/^https?:\/\//.test(sender.url ?? "")) return false;
  const { origin } = new URL(sender.url);
  if (sender.origin !== undefined && sender.origin !== origin) return false;
  if (sender.documentLifecycle !== undefined && sender.documentLifecycle !== "active") return false;
  if (sender.frameId === 0) return true;
  return /^https?:\/\//.test(sender.tab.url ?? "") && new URL(sender.tab.url).origin === origin;
};

api.runtime.onMessage.addListener((/** @type {any} */ message, /** @type {any} */ sender, /** @type {any} */ answer) => {
  if (typeof message?.page !== "string" || !Object.hasOwn(deeds, message.page) || !isPage(sender)) return false;
  const asked = { tab: sender.tab.id, url: sender.url, message, sender };
  deeds[message.page](asked).then(
    (result) => answer({ result }),
    (error) => answer({ error: { code: error.code ?? "failed", reason: error.message } }),
  );
  return true;
});
