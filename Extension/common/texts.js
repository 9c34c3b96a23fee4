"use strict";

// The texts of the extension, from _locales: in the browser's language, or in the one that was chosen in the settings.

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** The languages that there are texts in, by their own names. @type {Record<string, string>} */
export const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

/** The texts of the chosen language; null if the browser chooses. @type {Record<string, { message: string }> | null} */
let chosen = null;
let language = "";

/** Reads which language is chosen, and its texts. */
export const loadTexts = async () => {
  ({ language = "" } = await api.storage.local.get("language"));
  if (!Object.hasOwn(languages, language)) language = "";
  chosen = language ? await (await fetch(api.runtime.getURL(`_locales/${language}/messages.json`))).json() : null;
};

/**
 * Returns a text.
 * @param {string} key of _locales
 * @param {...(string | number)} values for $1, $2…
 * @returns {string}
 */
export const text = (key, ...values) => {
  const message = chosen?.[key]?.message;
  if (message === undefined) return api.i18n.getMessage(key, values.map(String)) || key;
  return message.replace(/\$([1-9])/g, (_, digit) => String(values[Number(digit) - 1] ?? ""));
};

/**
 * Puts the texts into a page: `data-text` has the key of an element's text, `data-label` that of its accessible name and `data-placeholder` that of its placeholder.
 * @param {ParentNode} root
 */
export const translate = (root = document) => {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-text], [data-label], [data-placeholder]"))) {
    const { text: content, label, placeholder } = place.dataset;
    if (content) place.textContent = text(content);
    if (label) {
      place.setAttribute("aria-label", text(label));
      place.title = text(label);
    }
    if (placeholder) place.setAttribute("placeholder", text(placeholder));
  }
  document.documentElement.lang = language || api.i18n.getUILanguage();
};
