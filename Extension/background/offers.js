"use strict";

// Offers to save what was sent to a page. The agent decides whether there is something to offer, and keeps it (Docs/browser-messages.md).

import { isLeftAlone, settings } from "../common/settings.js";
import { showOffer } from "./badge.js";
import { host } from "./host.js";
import { isPaired } from "./pages.js";
import { documentOf, files, read } from "./tab.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/**
 * What was sent and may still turn out to be refused by the page.
 * @typedef {{ url: string, top: string, username: string, password: string, newPassword: boolean }} Sent
 */

/** How long a page may take to show another one, in milliseconds. */
const patience = 20_000;
/** How long the name of a first step is remembered, in milliseconds. */
const memory = 600_000;
/** Names of first steps of sign-ins by tab. @type {Map<number, { host: string, username: string, time: number }>} */
const firstSteps = new Map();

/** @param {string} url */
const siteOf = (url) => new URL(url).hostname.split(".").slice(-2).join(".");

/**
 * Tells from the meanings of fields what was sent; `null` for what no login is made of.
 * @param {number} tab
 * @param {{ url: string, top: string, page: string, values: Record<string, string> }} sent
 * @returns {Promise<Sent | null>}
 */
const understand = async (tab, { url, top, page, values }) => {
  const { fields } = await host.request("read", { url, top, page });
  /** @param {string[]} meanings */
  const valuesOf = (...meanings) =>
    meanings.flatMap((meaning) => fields.filter((/** @type {any} */ field) => field.meaning === meaning && values[field.field])
      .map((/** @type {any} */ field) => values[field.field]));
  const [named] = valuesOf("username", "email");
  const repeated = valuesOf("new-password", "new-password-again");
  const [current] = valuesOf("current-password");
  if (repeated.length === 0 && !current) {
    if (named) firstSteps.set(tab, { host: siteOf(url), username: named, time: Date.now() });
    return null;
  }
  // The page refuses them as well.
  if (new Set(repeated).size > 1) return null;
  const first = firstSteps.get(tab);
  const isSame = first && first.host === siteOf(url) && Date.now() - first.time < memory;
  return { url, top, username: named ?? (isSame ? first.username : ""), password: repeated[0] ?? current, newPassword: repeated.length > 0 };
};

/**
 * Whether the page that has come asks for the same again.
 * @param {number} tab
 * @param {Sent} sent
 */
const isRefused = async (tab, sent) => {
  const { url, page } = await read(tab);
  const { kind } = await host.request("read", { url, page });
  // After a registration or a change many sites ask to sign in.
  return sent.newPassword ? /sign-up|change-password/.test(kind) : /sign-in/.test(kind);
};

/**
 * Waits until a tab is loaded.
 * @param {number} tab
 */
const loaded = (tab) =>
  new Promise((done, fail) => {
    const end = () => {
      api.tabs.onUpdated.removeListener(look);
      clearTimeout(timer);
    };
    const look = (/** @type {number} */ id, /** @type {any} */ { status }) => {
      if (id !== tab || status !== "complete") return;
      end();
      done(null);
    };
    const timer = setTimeout(() => {
      end();
      fail(new Error("The page does not load."));
    }, patience);
    api.tabs.onUpdated.addListener(look);
    // It may be loaded already.
    api.tabs.get(tab).then((/** @type {any} */ { status }) => look(tab, { status }), fail);
  });

/**
 * Gives what was sent to the agent, and shows the offer if it makes one.
 * @param {number} tab
 * @param {Sent} sent
 */
const offer = async (tab, sent) => {
  firstSteps.delete(tab);
  const { offer, kind } = await host.request("offer", sent);
  if (!offer) return;
  await showOffer(tab);
  // While no vault is open, it waits in the popup.
  if (kind === "undecided") return;
  try {
    await api.action.openPopup();
  } catch {
    // The browser does not open it without a gesture.
    await api.windows.create({ url: `popup/popup.html?tab=${tab}`, type: "popup", width: 400, height: 420 });
  }
};

/**
 * Sees to what a frame sends, from the press of its button until it is known whether that has succeeded.
 * @param {any} port
 * @param {Promise<boolean>} isMeant whether it is followed at all
 */
const follow = (port, isMeant) => {
  const { tab, url = "" } = port.sender;
  /** @type {Promise<Sent | null>} */
  let understood = Promise.resolve(null);
  let isDone = false;
  const conclude = async () => {
    if (isDone) return;
    isDone = true;
    const sent = await understood;
    if (sent) await offer(tab.id, sent);
  };
  port.onMessage.addListener(async (/** @type {any} */ message) => {
    if (message?.type === "sent" && typeof message.page === "string" && typeof message.values === "object") {
      isDone = false;
      const { page, values } = message;
      understood = isMeant.then((isIt) => (isIt ? understand(tab.id, { url, top: tab.url ?? url, page, values }) : null)).catch(() => null);
    } else if (message?.type === "gone" || (message?.type === "emptied" && (await understood)?.newPassword)) {
      await conclude().catch(() => {});
    }
  });
  port.onDisconnect.addListener(async () => {
    try {
      const sent = await understood;
      if (isDone || !sent) return;
      await loaded(tab.id);
      // What cannot be read, a download or a page of the browser's, is no form.
      if (!(await isRefused(tab.id, sent).catch(() => false))) await conclude();
    } catch {
      // The tab is gone, or the agent: there is nothing to offer any more.
    }
  });
};

/**
 * Whether offers are wanted for a script's page, and it is one of a website.
 * @param {any} sender
 */
const isWanted = async (sender) => {
  const { id, tab, url = "", origin } = sender ?? {};
  if (id !== api.runtime.id || typeof tab?.id !== "number" || !/^https?:\/\//.test(url)) return false;
  // A private window leaves nothing behind.
  if (tab.incognito) return false;
  if (origin !== undefined && origin !== new URL(url).origin) return false;
  const { offers, leftAlone } = await settings();
  return offers !== false && !isLeftAlone(url, leftAlone);
};

/**
 * Gives a page the scripts that read it, if this profile is paired.
 * @param {any} sender
 */
const load = async (sender) => {
  if (!(await isWanted(sender)) || !(await isPaired())) return;
  await api.scripting.executeScript({ target: documentOf(sender), files });
};

/** Begins to listen to the pages. */
export const followPages = () => {
  api.runtime.onMessage.addListener((/** @type {any} */ message, /** @type {any} */ sender) => {
    // Without a profile that is paired, or a page that is still there, there is nothing to do.
    if (message?.submissions === "load") load(sender).catch(() => {});
    return false;
  });
  api.runtime.onConnect.addListener(async (/** @type {any} */ port) => {
    if (port.name !== "sent") return;
    // Listened to before anything is waited for: the first message is under way.
    const isMeant = isWanted(port.sender);
    follow(port, isMeant);
    if (!(await isMeant)) port.disconnect();
  });
};
