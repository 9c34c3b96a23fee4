"use strict";

// Sees that a form with a password is sent, so that an offer to save it can be made (background/offers.js). Begins before the page's own
// scripts, so that they cannot keep events from it; does nothing until the person types a name or a password, and changes nothing.

(() => {
  const api = /** @type {any} */ (globalThis).browser ?? chrome;
  const buttons = "button, input[type=submit], input[type=button], input[type=image], [role=button], a[href], a[role]";
  const mostValues = 40;
  const longestValue = 4096;
  /** How long after the sending the page may show by itself that it has succeeded, in milliseconds. */
  const patience = 30_000;

  const names = /user|login|e-?mail|account|phone|tel/i;

  /** Whether the scripts that read pages were asked for. */
  let isAsked = false;
  /** The connection for what was sent last. @type {any} */
  let port = null;
  let stopWatching = () => {};

  /** @param {Element} element */
  const isThere = (element) =>
    element.isConnected && /** @type {any} */ (element).checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });

  /** What is in the page's fields, by the identifiers of its model, and the fields with passwords. */
  const gather = () => {
    const page = /** @type {any} */ (globalThis).ChatelainePage;
    if (!page?.collect) return null;
    const model = page.collect({ frames: "own" });
    /** @type {Record<string, string>} */
    const values = {};
    /** @type {HTMLInputElement[]} */
    const passwords = [];
    for (const field of model.fields) {
      if (Object.keys(values).length >= mostValues) break;
      const element = page.collected.find(field.id)?.element.deref();
      const isText = element instanceof HTMLInputElement && !/checkbox|radio|hidden/.test(field.type);
      if (!isText || field.visible === false || !element.value || element.value.length > longestValue) continue;
      values[field.id] = element.value;
      if (field.type === "password") passwords.push(element);
    }
    return Object.keys(values).length === 0 ? null : { page: JSON.stringify(model), values, passwords };
  };

  /**
   * Looks at most twice a second whether the fields are gone, or were emptied.
   * @param {HTMLInputElement[]} passwords
   */
  const watch = (passwords) => {
    stopWatching();
    if (passwords.length === 0) return;
    const begun = Date.now();
    let pause = 0;
    const look = () => {
      pause = 0;
      const isGone = !passwords.some(isThere);
      const isEmpty = passwords.every((field) => !field.value);
      if (isGone || isEmpty) port?.postMessage({ type: isGone ? "gone" : "emptied" });
      if (isGone || Date.now() - begun > patience) stopWatching();
    };
    const observer = new MutationObserver(() => {
      pause ||= setTimeout(look, 500);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "style", "hidden"] });
    const end = setTimeout(() => stopWatching(), patience);
    stopWatching = () => {
      observer.disconnect();
      clearTimeout(end);
      clearTimeout(pause);
      stopWatching = () => {};
    };
  };

  let last = 0;
  const note = () => {
    // A page cannot send offers by itself, only when the person has just done something in it.
    if (!(/** @type {any} */ (navigator).userActivation?.isActive)) return;
    // A click and what follows from it are one.
    if (Date.now() - last < 50) return;
    last = Date.now();
    const found = gather();
    if (!found) return;
    const { page, values, passwords } = found;
    if (!port) {
      port = api.runtime.connect({ name: "sent" });
      port.onDisconnect.addListener(() => {
        port = null;
        stopWatching();
      });
    }
    port.postMessage({ type: "sent", page, values });
    watch(passwords);
  };

  // A document in a sandbox does not speak for its address.
  if (globalThis.origin === "null") return;
  addEventListener(
    "input",
    (event) => {
      const [field] = event.composedPath();
      if (isAsked || !event.isTrusted || !(field instanceof HTMLInputElement)) return;
      const isName = /^(text|email|tel)$/.test(field.type) && names.test(`${field.type} ${field.name} ${field.id} ${field.autocomplete}`);
      if (field.type !== "password" && !isName) return;
      isAsked = true;
      api.runtime.sendMessage({ submissions: "load" }).catch(() => {});
    },
    { capture: true, passive: true },
  );
  addEventListener("submit", note, true);
  addEventListener(
    "click",
    (event) => {
      const [target] = event.composedPath();
      if (event.isTrusted && target instanceof Element && target.closest(buttons)) note();
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const [target] = event.composedPath();
      if (event.isTrusted && event.key === "Enter" && target instanceof HTMLInputElement) note();
    },
    true,
  );
})();
