"use strict";

// The one script that is in every page. It reads nothing until a person is at a field that an item may fill, and looks at no change of
// the page: two listeners, and for the rest of the time nothing. Decision: Docs/decisions/0090-the-menu-in-pages.md.
(() => {
  const api = /** @type {any} */ (globalThis).browser ?? chrome;
  const world = /** @type {any} */ (globalThis);
  /** Types of fields that take a name, a password or a code. */
  const kinds = new Set(["text", "email", "tel", "number", "password"]);
  /** How long the pointer rests on a field before it counts, in milliseconds. */
  const rest = 80;

  /**
   * Whether all documents around this one have its origin. A page of another origin could move and cover the frame, and nothing in the
   * frame would notice.
   */
  const isAmongItsOwn = () => {
    // A document in a sandbox does not speak for its address.
    if (world.origin === "null" || world.origin !== location.origin) return false;
    try {
      for (let outer = window; outer !== outer.parent; ) {
        outer = /** @type {Window & typeof globalThis} */ (outer.parent);
        if (outer.location.origin !== location.origin) return false;
      }
      return true;
    } catch {
      return false;
    }
  };

  /**
   * Whether a field may be for a login, as far as its own element tells.
   * @param {any} element
   */
  const isCandidate = (element) =>
    element instanceof HTMLInputElement &&
    kinds.has(element.type) &&
    (element.type === "password" || !element.matches("[role=searchbox], [name=q], [name=s], [name=query], [role=search] *, [inputmode=search]"));

  /**
   * Returns the field that an event is about, also in a shadow tree that the browser shows to extensions.
   * @param {Event} event
   */
  const field = (event) => {
    const [first] = event.composedPath();
    if (!(first instanceof HTMLElement) || first.localName === "input" || event.type !== "focusin") return first;
    return world.chrome?.dom?.openOrClosedShadowRoot?.(first)?.activeElement ?? first;
  };

  /**
   * Asks for the other scripts once; `null` before that.
   * @type {Promise<boolean> | null}
   */
  let asked = null;
  /** @type {any} */
  let timer = 0;

  const end = () => {
    clearTimeout(timer);
    world.ChatelaineWatch.hasEnded = true;
    removeEventListener("focusin", onFocus, true);
    removeEventListener("pointerover", onPointer, true);
  };

  /** @param {Element} element */
  const show = async (element) => {
    asked ??= api.runtime.sendMessage({ page: "field" }).then((/** @type {any} */ answer) => answer?.result?.isShown === true);
    try {
      if (await asked) return world.ChatelaineKey?.at(element);
    } catch {
      // The extension was removed or updated while the page was open.
    }
    end();
  };

  /** @param {Event} event */
  const onFocus = (event) => {
    const element = field(event);
    if (event.isTrusted && isCandidate(element)) void show(/** @type {Element} */ (element));
  };

  /** @param {Event} event */
  const onPointer = (event) => {
    clearTimeout(timer);
    const element = field(event);
    if (event.isTrusted && isCandidate(element)) timer = setTimeout(() => void show(/** @type {Element} */ (element)), rest);
  };

  // Sent twice if the extension was loaded while the page was open.
  if (world.ChatelaineWatch || !isAmongItsOwn()) return;
  world.ChatelaineWatch = { hasEnded: false };
  addEventListener("focusin", onFocus, { capture: true, passive: true });
  addEventListener("pointerover", onPointer, { capture: true, passive: true });
  // The field that had the cursor before.
  const active = Object.getOwnPropertyDescriptor(Document.prototype, "activeElement")?.get?.call(document);
  if (isCandidate(active)) void show(active);
})();
