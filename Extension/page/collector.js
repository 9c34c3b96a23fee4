"use strict";

// Makes the model of a page (version 2). Changes nothing in the page; no value of a field leaves it.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));
  const { ofNode, attribute, hasAttribute, matches, all, walk, shadow, frameDocument, getter } = page.tree;
  const { tidy, textOf, label, near, group, hints, named } = page.texts;
  const { box, owner, heading, buttonsOf, linksOf, action, whole } = page.forms;

  const mostFields = 2000;
  const mostForms = 500;
  const mostOptions = 1000;
  /** Types that take no text and are not menus. */
  const others = new Set(["submit", "button", "image", "reset", "file", "color", "range"]);

  const typeOf = getter(HTMLInputElement.prototype, "type");
  const type = (element) => {
    if (matches(element, "textarea")) return "textarea";
    if (matches(element, "select")) return hasAttribute(element, "multiple") ? "select-multiple" : "select-one";
    // "text" in Firefox.
    return attribute(element, "type") === "month" ? "month" : String(typeOf(element) ?? "text");
  };
  const isMasked = (element) => {
    const style = getComputedStyle(element).getPropertyValue("-webkit-text-security");
    return style !== "" && style !== "none";
  };

  /** What was collected last: the runner finds its fields here. @type {Map<string, Collected>} */
  const collected = new Map();
  let round = 0;
  const signature = (element) =>
    [type(element), attribute(element, "name"), attribute(element, "id"), attribute(element, "autocomplete"), label(element)].join("\n");
  const focused = (document) => {
    let element = /** @type {Element | null} */ (getter(Document.prototype, "activeElement")(document));
    for (let depth = 0; element && depth < 12; depth += 1) {
      const frame = frameDocument(element);
      const inner = frame
        ? getter(Document.prototype, "activeElement")(frame)
        : shadow(element)?.activeElement;
      if (!inner) break;
      element = /** @type {Element} */ (inner);
    }
    return element;
  };
  const options = (element) =>
    Array.from(/** @type {HTMLOptionsCollection} */ (getter(HTMLSelectElement.prototype, "options")(element)))
      .slice(0, mostOptions)
      .map((option) => ({ value: String(option.value).slice(0, 250), text: tidy(option.text || option.label || "") }));
  const filled = (texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

  /** @type {ChatelainePage["collect"]} */
  const collect = ({ frames = "own" } = {}) => {
    const look = new page.visibility.Look();
    const descends = frames === "descend";
    const cursor = focused(document);
    /** @type {Element[]} */
    const elements = [];
    /** @type {string[]} */
    const titles = [];
    let fieldCount = 0;
    walk(document, descends, (element) => {
      if (matches(element, "input, select, textarea")) {
        fieldCount += 1;
        if (elements.length < mostFields && !others.has(type(element))) elements.push(element);
      } else if (titles.length < 4 && matches(element, "h1, h2, [role=heading][aria-level='1']")) {
        const text = textOf(element);
        if (text && !look.whyHidden(element)) titles.push(text);
      }
    });
    round += 1;
    collected.clear();

    // Forms, and boxes that hold fields without one.
    /** @type {Map<Element, number>} */
    const numbers = new Map();
    /** @type {Map<Element, Element>} */
    const boxes = new Map();
    /** @type {Map<Element, boolean>} */
    const buttons = new Map();
    for (const element of elements) {
      if (attribute(element, "type").toLowerCase() === "hidden") continue;
      const root = owner(element) ?? box(element, buttons);
      if (root) boxes.set(element, root);
    }
    const roots = new Set(boxes.values());
    const outermost = (root) => {
      if (matches(root, `form, ${whole}`)) return root;
      let best = root;
      for (const other of roots) {
        if (other !== best && !matches(other, `form, ${whole}`) && ofNode.contains(other, best)) best = other;
      }
      return best;
    };
    /** @type {Record<string, unknown>[]} */
    const forms = [];
    const number = (root) => {
      const known = numbers.get(root);
      if (known !== undefined) return known;
      if (forms.length >= mostForms) return undefined;
      const next = numbers.size;
      numbers.set(root, next);
      const texts = buttonsOf(root, look);
      const links = linksOf(root);
      const choices = all(root, "input[type=checkbox]").slice(0, 6).map(label).filter(Boolean);
      forms.push({
        number: next,
        ...filled({
          name: attribute(root, "name").slice(0, 250),
          htmlID: attribute(root, "id").slice(0, 250),
          heading: heading(root),
          button: texts[0] ?? "",
          action: action(root),
          role: attribute(root, "role").slice(0, 40),
        }),
        ...(texts.length > 1 ? { otherButtons: texts.slice(1) } : {}),
        ...(links.length ? { links } : {}),
        ...(choices.length ? { choices } : {}),
        ...(matches(root, "form[method=get i], form[action]:not([method])") ? { isQuery: true } : {}),
        ...(matches(root, "form") ? {} : { isBox: true }),
      });
      return next;
    };

    /** @type {Map<Document, string>} */
    const framesHidden = new Map();
    const whyFrameHidden = (document) => {
      const known = framesHidden.get(document);
      if (known !== undefined) return known;
      const frame = document.defaultView?.frameElement;
      let why = "";
      if (frame && document !== globalThis.document) {
        const outer = /** @type {Document} */ (ofNode.document(frame));
        why = whyFrameHidden(outer) || look.whyHidden(frame);
      }
      framesHidden.set(document, why);
      return why;
    };

    const fields = elements.map((element, index) => {
      const id = `${round}.${index}`;
      const root = boxes.get(element);
      const form = root ? number(outermost(root)) : undefined;
      const kind = type(element);
      const owned = /** @type {Document} */ (ofNode.document(element));
      const why = kind === "hidden" ? "hidden" : whyFrameHidden(owned) || look.whyHidden(element);
      const most = /** @type {HTMLInputElement} */ (element).maxLength;
      collected.set(id, {
        element: new WeakRef(element),
        root: root ? new WeakRef(root) : null,
        origin: owned.defaultView?.location.origin ?? "",
        signature: signature(element),
      });
      const text = label(element);
      const hasText = kind !== "hidden" && !/checkbox|radio|select/.test(kind) && Boolean(/** @type {HTMLInputElement} */ (element).value);
      return {
        id,
        // A text field that draws dots is one for a password.
        type: kind === "text" && isMasked(element) ? "password" : kind,
        ...(form === undefined ? {} : { form }),
        ...filled({
          name: attribute(element, "name").slice(0, 250),
          htmlID: attribute(element, "id").slice(0, 250),
          label: text,
          near: kind === "hidden" ? "" : near(element),
          group: kind === "hidden" ? "" : group(element),
          hint: named(element, "aria-describedby"),
          title: tidy(attribute(element, "title")),
          placeholder: tidy(attribute(element, "placeholder") || attribute(element, "aria-placeholder")),
          autocomplete: attribute(element, "autocomplete").slice(0, 250),
          passwordrules: attribute(element, "passwordrules").slice(0, 1000),
          inputMode: attribute(element, "inputmode").slice(0, 20),
          pattern: attribute(element, "pattern").slice(0, 250),
          hints: hints(element),
        }),
        ...(typeof most === "number" && most >= 0 ? { maxLength: most } : {}),
        ...(kind === "select-one" ? { options: options(/** @type {HTMLSelectElement} */ (element)) } : {}),
        ...(why ? { visible: false, hidden: why } : {}),
        ...(matches(element, ":disabled, :read-only:not(select):not([type=checkbox]):not([type=radio])") ? { editable: false } : {}),
        ...(element === cursor ? { focused: true } : {}),
        ...(hasText ? { hasText } : {}),
        ...(hasAttribute(element, "required") || attribute(element, "aria-required") === "true" ? { required: true } : {}),
      };
    });
    const language = attribute(document.documentElement, "lang").slice(0, 40);
    return {
      version: 2,
      url: location.href.slice(0, 8000),
      ...filled({ title: tidy(document.title), language }),
      ...(titles.length ? { headings: titles } : {}),
      ...(fieldCount > elements.length ? { hasMore: true } : {}),
      fields,
      forms,
    };
  };

  page.collect = collect;
  page.collected = { find: (id) => collected.get(id), signature, type, owner: (element) => owner(element) ?? box(element) };
})();
