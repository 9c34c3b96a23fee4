"use strict";

// Whether a vault is open for this profile, as the last answer said. An idle browser asks nothing: what would be answered with “locked” is not asked.

const api = /** @type {any} */ (globalThis).browser ?? chrome;

const closing = new Set(["locked", "not-paired", "wrong-browser", "host-missing", "agent-gone", "no-session"]);
/** @type {(() => void)[]} */
const atClose = [];

/** Whether a vault is known to be open. It is kept in memory, over the background's pauses. */
export const isOpen = async () => (await api.storage.session.get({ open: false })).open === true;

/** Has something done when the last vault is seen to be closed. @param {() => void} action */
export const whenClosed = (action) => {
  atClose.push(action);
};

/** @param {boolean} open */
const set = async (open) => {
  if ((await isOpen()) === open) return;
  await api.storage.session.set({ open });
  if (!open) for (const action of atClose) action();
};

/**
 * Learns from an answer of the host.
 * @param {any} answer
 */
export const learn = (answer) => {
  if (answer.type === "status") return set(answer.vaults.some((/** @type {any} */ vault) => vault.open));
  return answer.type === "items" ? set(true) : Promise.resolve();
};

/** Learns from an error. @param {any} error */
export const learnFromError = (error) => (closing.has(error.code) ? set(false) : Promise.resolve());
