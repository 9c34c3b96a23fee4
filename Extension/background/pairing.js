"use strict";

// Pairing, for a page of this extension that stays connected: the digits come when the agent has the key.

import { host } from "./host.js";
import { lookAgain } from "./pages.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** Begins to listen. */
export const beginPairing = () => {
  api.runtime.onConnect.addListener((/** @type {any} */ port) => {
    const { id, url = "" } = port.sender ?? {};
    if (port.name !== "pair" || id !== api.runtime.id || url.split(/[?#]/)[0] !== api.runtime.getURL("pairing/pairing.html")) return;
    let isOpen = true;
    port.onDisconnect.addListener(() => {
      isOpen = false;
    });
    /** @param {object} message */
    const send = (message) => {
      if (isOpen) port.postMessage(message);
    };
    host.pair((code) => send({ code })).then(
      async () => {
        await lookAgain();
        send({ isPaired: true });
      },
      (error) => send({ error: { code: error.code ?? "failed", reason: error.message, remedy: error.remedy ?? "" } }),
    );
  });
};
