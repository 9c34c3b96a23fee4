"use strict";

// How pages of the extension have the background do something, and what they say about it.

import { text } from "../common/texts.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/**
 * Has the background do something, and returns the result.
 * @param {string} deed
 * @param {object} [members]
 */
export const ask = async (deed, members = {}) => {
  const answer = await api.runtime.sendMessage({ ...members, deed });
  if (answer?.error) throw Object.assign(new Error(answer.error.reason), answer.error);
  return answer?.result ?? {};
};

/**
 * Makes an element. Texts from outside are texts in it, and nothing else.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} children
 * @returns {any}
 */
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The texts for errors; for all others the agent's own sentence is shown. @type {Record<string, string>} */
const problems = {
  "not-paired": "errorNotPaired",
  "wrong-browser": "errorWrongBrowser",
  "pairing-refused": "errorPairingRefused",
  "host-missing": "errorHostMissing",
  "host-gone": "errorHostGone",
  "agent-gone": "errorAgentGone",
  "no-prompter": "errorNoPrompter",
  "unknown-type": "errorOldRelease",
  "proof-refused": "errorProofRefused",
  locked: "errorLocked",
  busy: "errorBusy",
  "no-page": "errorNoPage",
  "bad-address": "errorNoPage",
  "large-page": "errorLargePage",
  "no-login": "noLogin",
  "no-field": "errorNoField",
};

/** A sentence for an error. @param {any} error */
export const sentence = (error) => {
  if (Object.hasOwn(problems, error.code)) return text(problems[error.code]);
  const whole = [error.reason ?? error.message, error.remedy].filter(Boolean).join(": ");
  return whole ? `${whole[0].toUpperCase()}${whole.slice(1)}.` : text("errorOther");
};
