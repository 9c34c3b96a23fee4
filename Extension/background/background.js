"use strict";

// What the popup and the keyboard ask for. It goes on when the popup closes, as it does when the agent's prompt comes to the front.

import { beginAuthentication } from "./authentication.js";
import { beginBadge } from "./badge.js";
import { host } from "./host.js";
import { beginMenus } from "./menus.js";
import { followPages } from "./offers.js";
import "./pages.js";
import { beginPairing } from "./pairing.js";
import { popupDeeds } from "./popup.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @type {Record<string, (message: any) => Promise<object>>} */
const deeds = {
  ...popupDeeds,
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

beginAuthentication();
beginBadge();
beginMenus();
beginPairing();
followPages();

// Whether a vault is still open for this profile since the browser's last run.
api.runtime.onStartup.addListener(() => host.request("status").catch(() => {}));

api.runtime.onInstalled.addListener((/** @type {any} */ { reason }) => {
  if (reason === "install") api.tabs.create({ url: api.runtime.getURL("pairing/pairing.html") });
});
