"use strict";

// Which fields belong together, and what is said of them as a whole.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));
  const { ofNode, attribute, matches, all, around, getter } = page.tree;
  const { tidy, textOf, named } = page.texts;

  const buttons = "button, input[type=submit], input[type=image], input[type=button], [role=button], a[class*=btn i], a[class*=button i]";
  const headings = "h1, h2, h3, h4, h5, h6, legend, caption, [role=heading]";
  const landmarks = "dialog, [role=dialog], [role=alertdialog], [role=form], [role=search], header, footer, nav, aside, [aria-modal=true]";
  /** Boxes of the whole page, which hold nothing together. */
  const whole = "html, body, main, [role=main]";
  const buttonText = (element) =>
    (matches(element, "input") ? tidy(attribute(element, "value") || attribute(element, "alt")) : textOf(element, true)) ||
    tidy(attribute(element, "aria-label") || attribute(element, "title"));

  /**
   * Returns the box that holds a field without a form together with its button: the nearest one with a button that has a text, or the
   * nearest landmark.
   */
  const box = (element, known = new Map()) => {
    const hasButton = (outer) => {
      if (!known.has(outer)) known.set(outer, all(outer, buttons).some((button) => buttonText(button).length > 1));
      return known.get(outer);
    };
    for (let outer = around(element), level = 0; outer && level < 40; outer = around(outer), level += 1) {
      if (matches(outer, whole)) return outer;
      if (matches(outer, landmarks)) return outer;
      // A button next to a field shows the password, or clears it.
      if (level > 1 && hasButton(outer)) return outer;
    }
    return null;
  };

  const formOf = getter(HTMLInputElement.prototype, "form");
  const formOfMenu = getter(HTMLSelectElement.prototype, "form");
  const formOfText = getter(HTMLTextAreaElement.prototype, "form");
  const owner = (element) => {
    const get = matches(element, "select") ? formOfMenu : matches(element, "textarea") ? formOfText : formOf;
    const form = /** @type {HTMLFormElement | null} */ (get(element));
    if (form) return form;
    // A form does not see into shadow trees; a person does.
    for (let outer = around(element); outer; outer = around(outer)) {
      if (matches(outer, "form")) return /** @type {HTMLFormElement} */ (outer);
    }
    return null;
  };
  const heading = (root) => {
    const own = named(root, "aria-labelledby") || tidy(attribute(root, "aria-label"));
    if (own) return own;
    const inner = all(root, headings)[0];
    const text = inner ? textOf(inner) : "";
    if (text) return text;
    /** @type {Element} */
    let element = root;
    for (let level = 0; level < 4; level += 1) {
      for (let node = ofNode.previous(element), steps = 0; node && steps < 20; node = ofNode.previous(node), steps += 1) {
        if (node.nodeType !== 1) continue;
        const previous = /** @type {Element} */ (node);
        if (matches(previous, "form")) break;
        const found = matches(previous, headings) ? previous : all(previous, headings).at(-1);
        const text = found ? textOf(found) : "";
        if (text) return text;
      }
      const outer = around(element);
      if (!outer || matches(outer, "html, body")) break;
      element = outer;
    }
    return "";
  };

  /**
   * Returns the texts of the buttons, the one that sends the form first.
   */
  const buttonsOf = (root, look) => {
    const found = all(root, buttons).slice(0, 30).filter((button) => buttonText(button) && !look.whyHidden(button).startsWith("not"));
    const isSubmit = (button) =>
      matches(button, "input[type=submit], input[type=image], button[type=submit], button:not([type])");
    const sorted = [...found.filter(isSubmit), ...found.filter((button) => !isSubmit(button))];
    return [...new Set(sorted.map(buttonText))].slice(0, 6);
  };
  const linksOf = (root) => [...new Set(all(root, "a[href]").slice(0, 30).map((link) => textOf(link)).filter(Boolean))].slice(0, 8);
  const action = (root) => {
    if (!matches(root, "form")) return "";
    // A button may send the form elsewhere.
    const button = all(root, "[formaction]")[0];
    const address = (button && attribute(button, "formaction")) || attribute(root, "action");
    const base = ofNode.document(root)?.baseURI ?? "";
    try {
      return address ? new URL(address, base).href.slice(0, 1000) : "";
    } catch {
      return "";
    }
  };

  page.forms = { box, owner, heading, buttonsOf, linksOf, action, whole };
})();
