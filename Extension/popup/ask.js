"use strict";

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
 * Makes an element.
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
