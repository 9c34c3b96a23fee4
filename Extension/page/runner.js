"use strict";

// Carries a plan out: values for collected fields. Nothing is clicked or sent.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));
  const { ofNode, matches, getter } = page.tree;
  const { find, signature, owner } = page.collected;

  const setValue = (prototype) =>
    /** @type {(value: string) => void} */ (Object.getOwnPropertyDescriptor(prototype, "value")?.set);
  const setters = { input: setValue(HTMLInputElement.prototype), textarea: setValue(HTMLTextAreaElement.prototype) };
  const getters = {
    input: getter(HTMLInputElement.prototype, "value"),
    textarea: getter(HTMLTextAreaElement.prototype, "value"),
    select: getter(HTMLSelectElement.prototype, "value"),
  };
  const kind = (element) => (matches(element, "select") ? "select" : matches(element, "textarea") ? "textarea" : "input");
  const valueOf = (element) => String(getters[kind(element)](element) ?? "");

  const mostSteps = 2000;
  /** How long a page may take to rebuild a menu after another one has changed, in milliseconds. */
  const menuTime = 400;
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  /**
   * Returns the element of a field if it is still what it was; else why not.
   */
  const check = (id) => {
    const known = find(id);
    const element = known?.element.deref();
    if (!known || !element || !ofNode.isConnected(element)) return { element: null, why: "gone" };
    if (ofNode.document(element)?.defaultView?.location.origin !== known.origin) return { element: null, why: "other origin" };
    if ((owner(element) ?? null) !== (known.root?.deref() ?? null)) return { element: null, why: "other form" };
    if (signature(element) !== known.signature) return { element: null, why: "another field now" };
    if (matches(element, ":disabled, :read-only:not(select)")) return { element: null, why: "not editable" };
    const scroll = /** @type {any} */ ({ block: "nearest", inline: "nearest", behavior: "instant" });
    Element.prototype.scrollIntoView.call(element, scroll);
    const look = new page.visibility.Look();
    for (let at = element; ; ) {
      const hidden = look.whyHidden(at);
      if (hidden) return { element: null, why: hidden };
      const document = /** @type {Document} */ (ofNode.document(at));
      const frame = document === globalThis.document ? null : document.defaultView?.frameElement;
      if (!frame) return { element, why: "" };
      at = frame;
    }
  };
  const key = (element, name, init = {}) =>
    element.dispatchEvent(new KeyboardEvent(name, { bubbles: true, cancelable: true, composed: true, key: "Unidentified", ...init }));
  const input = (element, name, data, cancelable = false) =>
    element.dispatchEvent(new InputEvent(name, { bubbles: true, composed: true, cancelable, inputType: "insertText", data }));
  const plain = (element, name) => element.dispatchEvent(new Event(name, { bubbles: true }));
  const set = (element, value) => setters[kind(element) === "textarea" ? "textarea" : "input"].call(element, value);

  /** Whether a field holds a value, as typed or as the page writes it: with other blanks, dots or brackets. */
  const holds = (held, value) => {
    if (held === value) return true;
    const bare = (text) => text.replace(/[\s\-./()+]/g, "").toLowerCase();
    return bare(held) !== "" && bare(held) === bare(value);
  };
  const typeWhole = (element, value) => {
    key(element, "keydown");
    input(element, "beforeinput", value, true);
    set(element, value);
    input(element, "input", value);
    key(element, "keyup");
  };

  /** A field with a mask may take one character after the other only. @type {(element: Element, value: string) => void} */
  const typeEach = (element, value) => {
    set(element, "");
    input(element, "input", null);
    for (const character of value) {
      key(element, "keydown", { key: character });
      key(element, "keypress", { key: character });
      const before = valueOf(element);
      input(element, "beforeinput", character, true);
      // The page has put it in itself.
      if (valueOf(element) === before) set(element, before + character);
      input(element, "input", character);
      key(element, "keyup", { key: character });
    }
  };
  const option = (element, value) => {
    const all = Array.from(element.options).filter((option) => !option.disabled);
    const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
    const wanted = folded(value);
    const only = (/** @type {HTMLOptionElement[]} */ found) => (found.length === 1 ? found[0] : undefined);
    return (
      all.find((option) => option.value === value) ??
      only(all.filter((option) => folded(option.text) === wanted)) ??
      (wanted.length > 2 ? only(all.filter((option) => folded(option.text).includes(wanted))) : undefined)
    );
  };
  const choose = async (element, value) => {
    let found = option(element, value);
    for (let waited = 0; !found && waited < menuTime; waited += 50) {
      await pause(50);
      found = option(element, value);
    }
    if (!found) return "no such option";
    const index = Array.from(element.options).indexOf(found);
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "selectedIndex")?.set?.call(element, index);
    input(element, "input", null);
    plain(element, "change");
    return "";
  };
  const fillOne = async (element, value) => {
    HTMLElement.prototype.focus.call(element, { preventScroll: true });
    if (kind(element) === "select") return choose(/** @type {HTMLSelectElement} */ (element), value);
    const most = /** @type {HTMLInputElement} */ (element).maxLength;
    if (most >= 0 && value.length > most) return "too long";
    typeWhole(element, value);
    if (!holds(valueOf(element), value)) typeEach(element, value);
    plain(element, "change");
    return valueOf(element) === "" ? "not taken" : "";
  };

  /** @type {ChatelainePage["fill"]} */
  const fill = async (plan) => {
    const steps = Array.isArray(plan?.fill) ? plan.fill.slice(0, mostSteps) : [];
    /** @type {{ field: string, result: "filled" | "refused" | "changed", reason?: string }[]} */
    const fields = [];
    /** @type {Map<string, { element: Element, value: string }>} */
    const done = new Map();
    for (const { field, value } of steps) {
      if (typeof field !== "string" || typeof value !== "string") continue;
      const { element, why } = check(field);
      const reason = element ? await fillOne(element, value) : why;
      fields.push(reason ? { field, result: "refused", reason } : { field, result: "filled" });
      if (element && !reason) done.set(field, { element, value });
    }
    // What the page does to it later: most frameworks draw again in the next tasks.
    await pause(0);
    await pause(20);
    for (const report of fields) {
      const step = done.get(report.field);
      if (!step || !ofNode.isConnected(step.element)) continue;
      const held = valueOf(step.element);
      const isHeld = kind(step.element) === "select" || holds(held, step.value);
      if (!isHeld) Object.assign(report, { result: "changed", reason: held === "" ? "emptied by the page" : "changed by the page" });
    }
    return { version: 2, fields };
  };

  page.fill = fill;
})();
