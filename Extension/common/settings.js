"use strict";

// The settings of this browser profile. None of them is a secret.

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/**
 * `inPage`: whether a key is drawn at fields; `offers`: whether saving is offered; `leftAlone`: sites in which nothing is drawn;
 * `vault`: the one for new logins, empty for the first that is open; `language`: empty for the browser's.
 * @type {{ inPage: boolean, offers: boolean, leftAlone: string[], vault: string, language: string }}
 */
const defaults = { inPage: true, offers: true, leftAlone: [], vault: "", language: "" };

/** @returns {Promise<typeof defaults>} */
export const settings = () => api.storage.local.get(defaults);

/** @param {Partial<typeof defaults>} values */
export const change = (values) => api.storage.local.set(values);

/**
 * Whether the person wants the extension to leave a page's site alone.
 * @param {string} url
 * @param {string[]} leftAlone of the settings
 */
export const isLeftAlone = (url, leftAlone) => {
  const name = new URL(url).hostname;
  return Array.isArray(leftAlone) && leftAlone.some((site) => name === site || name.endsWith(`.${site}`));
};

/**
 * The vault for new logins: the chosen one if it is open, else the first that is; empty if none is.
 * @param {{ name: string, open: boolean }[]} vaults
 */
export const vaultForNew = async (vaults) => {
  const { vault } = await settings();
  const open = vaults.filter((each) => each.open).map((each) => each.name);
  return open.includes(vault) ? vault : (open[0] ?? "");
};
