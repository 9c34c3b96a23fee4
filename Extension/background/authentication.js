"use strict";

// HTTP authentication: a server, or a proxy, that asks the browser for a name and a password.
//
// The browser's own dialogue comes unless exactly one login belongs to what asks, and takes no proof. Nothing is given for what another site has the browser load or open: a page must not sign in elsewhere.

import { host } from "./host.js";
import { isOpen } from "./state.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** How long a login counts as refused by a server, in milliseconds. */
const pause = 600_000;
const mostRefused = 100;
/** Requests that were answered; the second question of the same one means that the first answer was wrong. @type {Map<string, string>} */
const answered = new Map();

/** @param {unknown} address */
const originOf = (address) => {
  try {
    return new URL(String(address)).origin;
  } catch {
    return "";
  }
};

/**
 * Whether the page that a person sees is that of the server.
 * @param {any} details of the browser
 */
const isOwn = async ({ url, type, tabId, initiator, originUrl, documentLifecycle = "active" }) => {
  if (documentLifecycle !== "active" || tabId < 0) return false;
  const origin = originOf(url);
  const cause = initiator ?? originUrl;
  // An address that was typed, or a link of the same origin.
  if (type === "main_frame") return cause === undefined || originOf(cause) === origin;
  const tab = await api.tabs.get(tabId);
  return originOf(cause) === origin && originOf(tab.url) === origin;
};

/** The address that logins for a proxy are saved for. @param {{ host: string, port: number }} challenger */
const proxyAddress = ({ host, port }) => `https://${host.includes(":") ? `[${host}]` : host}:${port}/`;

/** @param {string} key */
const isRefused = async (key) => {
  const { refused = {} } = await api.storage.session.get("refused");
  return Date.now() - (refused[key] ?? 0) < pause;
};

/** @param {string} key */
const refuse = async (key) => {
  const { refused = {} } = await api.storage.session.get("refused");
  const kept = Object.entries(refused).slice(-mostRefused);
  await api.storage.session.set({ refused: { ...Object.fromEntries(kept), [key]: Date.now() } });
};

/**
 * Returns what the browser is to do: nothing, or to answer.
 * @param {any} details of the browser
 */
const answer = async (details) => {
  const { requestId, isProxy = false, challenger, realm = "" } = details;
  const url = isProxy ? proxyAddress(challenger) : details.url;
  const key = `${isProxy} ${originOf(url)} ${realm}`;
  if (answered.get(requestId) === key) {
    await refuse(key);
    return {};
  }
  if (!(await isOpen()) || (await isRefused(key)) || !(isProxy || (await isOwn(details)))) return {};
  const { items } = await host.request("matches", { url });
  const logins = items.filter((/** @type {any} */ item) => item.matches && item.kind === "login");
  if (logins.length !== 1) return {};
  const [{ vault, id }] = logins;
  const { username, password } = await host.request("credentials", { vault, item: id, url, realm, proxy: isProxy, silent: true });
  answered.set(requestId, key);
  if (answered.size > mostRefused) answered.delete([...answered.keys()][0]);
  return { authCredentials: { username, password } };
};

/** Begins to listen. */
export const beginAuthentication = () => {
  api.webRequest.onAuthRequired.addListener(
    (/** @type {any} */ details, /** @type {(answer: object) => void} */ done) => {
      answer(details).then(done, () => done({}));
    },
    { urls: ["http://*/*", "https://*/*"] },
    ["asyncBlocking"],
  );
};
