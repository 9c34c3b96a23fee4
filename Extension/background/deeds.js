"use strict";

// What the popup, the keys and the menu of the right mouse button have done in a page.

import { vaultForNew } from "../common/settings.js";
import { HostError, host, ifKnown } from "./host.js";
import { passwordFields, rulesOf } from "./fields.js";
import { address, fill, read } from "./tab.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @param {any} report */
const counts = (report) => {
  const filled = report.fields.filter((/** @type {any} */ field) => field.result === "filled").length;
  return { filled, others: report.fields.length - filled };
};

/**
 * Fills an item into a page.
 * @param {number} tabId
 * @param {string} vault
 * @param {string} item
 */
export const fillItem = async (tabId, vault, item) => {
  const { url, page, target } = await read(tabId);
  const { plan } = await host.request("fill", { vault, item, url, page });
  return counts(await fill(target, typeof plan === "string" ? JSON.parse(plan) : plan));
};

/** The logins that belong to a tab's page. @param {number} tabId @returns {Promise<any[]>} */
const matches = async (tabId) => {
  const { items } = await host.request("matches", { url: await address(tabId) });
  return items.filter((/** @type {any} */ item) => item.matches);
};

/** @returns {never} */
const nothing = () => {
  throw new HostError("no-login", "no login is saved for this site");
};

/** Fills the best login. @param {number} tabId */
export const fillBest = async (tabId) => {
  const [best] = await matches(tabId);
  return best ? fillItem(tabId, best.vault, best.id) : nothing();
};

/** Fills the login after the one that was filled last in this page by this key; the first after the last. @param {number} tabId */
export const fillNext = async (tabId) => {
  const key = `next-${tabId}`;
  const [url, found, { [key]: last = {} }] = await Promise.all([address(tabId), matches(tabId), api.storage.session.get(key)]);
  if (found.length === 0) return nothing();
  const index = last.url === url ? (last.index + 1) % found.length : 0;
  const { vault, id } = found[index];
  await api.storage.session.set({ [key]: { url, index } });
  return fillItem(tabId, vault, id);
};

/** Copies the one-time code of the best login that has one, by Chatelaine's own program. @param {number} tabId */
export const copyBestCode = async (tabId) => {
  const [best] = (await matches(tabId)).filter((item) => item.code);
  if (!best) return nothing();
  return host.request("copy", { vault: best.vault, item: best.id, url: await address(tabId), field: "code" });
};

/** The name of the vault that a new password is kept in. */
const vault = async () => vaultForNew((await host.request("status")).vaults);

/**
 * Has a password made under rules, which is kept in a vault before it is used.
 * @param {string} url
 * @param {string} rules
 */
export const makePassword = async (url, rules) => {
  const name = await vault();
  const answer = await host.request("generate", { url, rules, vault: name });
  return { password: answer.password, vault: name, item: answer.item ?? "" };
};

/**
 * Reads which fields of a page are for a new password, and the site's rules for it.
 * @param {number} tabId
 * @param {number} [frameId]
 */
export const readRules = async (tabId, frameId) => {
  const { url, page, target } = await read(tabId, frameId);
  // In an older release: by the types of the fields.
  const reading = await ifKnown(host.request("read", { url, page }), () => ({ fields: [] }));
  const model = JSON.parse(page);
  const fields = passwordFields(model, reading.fields);
  return { url, target, fields: fields.map((field) => field.id), rules: rulesOf(fields) };
};

/**
 * Puts a new password into the fields of a page that are for one.
 * @param {number} tabId
 * @param {string} password
 * @param {number} [frameId]
 */
export const fillPassword = async (tabId, password, frameId) => {
  const { target, fields } = await readRules(tabId, frameId);
  return counts(await fill(target, { fill: fields.map((field) => ({ field, value: password })) }));
};

/** Makes a password for the field that has the cursor. @param {number} tabId @param {number} [frameId] */
export const generateHere = async (tabId, frameId) => {
  const { url, target, fields, rules } = await readRules(tabId, frameId);
  if (fields.length === 0) throw new HostError("no-field", "this page has no field for a new password");
  const { password } = await makePassword(url, rules);
  return counts(await fill(target, { fill: fields.map((field) => ({ field, value: password })) }));
};
