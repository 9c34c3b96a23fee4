"use strict";

// Whether a person has seen the menu for a while, at one place and with nothing over it. Decision: Docs/decisions/0090-the-menu-in-pages.md.
(() => {
  const world = /** @type {any} */ (globalThis);
  const { getter, around } = world.ChatelainePage.tree;

  /** How long the menu is seen before it acts, and how often it is looked at while it is open, in milliseconds. */
  const steady = 500;
  const every = 100;
  /** A smaller menu cannot be read, in CSS pixels. */
  const least = { width: 160, height: 100 };
  /** What is drawn above all layers of a page. */
  const topLayer = ":popover-open, dialog:modal, :fullscreen";
  /** Whether the browser says what is drawn over an element. */
  const hasOcclusion = "isVisible" in IntersectionObserverEntry.prototype;

  // An element of the page hides properties of a document that have its name.
  const isInFront = () =>
    getter(Document.prototype, "visibilityState")(document) === "visible" && Document.prototype.hasFocus.call(document);
  const isPointerTaken = () => Boolean(getter(Document.prototype, "pointerLockElement")(document));

  /** @param {Node} root @returns {Set<Element>} */
  const onTop = (root) => {
    const found = new Set(Document.prototype.querySelectorAll.call(document, topLayer));
    if (root instanceof ShadowRoot) for (const element of root.querySelectorAll(topLayer)) found.add(element);
    return found;
  };

  class Seen {
    #host;
    #box;
    #changed;
    #follow;
    /** @type {any} */
    #timer = 0;
    /** @type {IntersectionObserver | null} */
    #observer = null;
    /**
     * Whether the browser says that nothing is drawn over the box.
     * @type {boolean | null}
     */
    #isUncovered = null;
    /** Since when all is well. */
    #since = Infinity;
    /** @type {DOMRect | null} */
    #rect = null;
    /** @type {Set<Element>} */
    #before = new Set();
    #said = "-";

    /**
     * @param {HTMLElement} host the element that the page can see
     * @param {HTMLElement} box the menu in it
     * @param {(why: string) => void} changed called when it is another why than before
     * @param {() => void} follow moves the menu to where its field is now, and calls `restart` then
     */
    constructor(host, box, changed, follow) {
      this.#host = host;
      this.#box = box;
      this.#changed = changed;
      this.#follow = follow;
    }

    /** Begins to look: the menu has what it will show. */
    start() {
      this.stop();
      this.#before = onTop(this.#host.getRootNode());
      if (hasOcclusion) {
        const options = /** @type {any} */ ({ threshold: [1], trackVisibility: true, delay: 100 });
        this.#observer = new IntersectionObserver((entries) => {
          for (const entry of entries) this.#isUncovered = /** @type {any} */ (entry).isVisible === true && entry.intersectionRatio >= 0.99;
          this.look();
        }, options);
        this.#observer.observe(this.#box);
      } else {
        this.#isUncovered = true;
      }
      const again = () => {
        this.look();
        this.#timer = setTimeout(again, every);
      };
      again();
    }

    stop() {
      clearTimeout(this.#timer);
      this.#observer?.disconnect();
      this.#observer = null;
      this.#isUncovered = null;
      this.#rect = null;
      this.#since = Infinity;
      this.#said = "-";
    }

    /** The menu was moved. */
    restart() {
      this.#since = Infinity;
      this.#rect = null;
    }

    /** Looks, and returns why the menu must not act now; an empty text if it may. */
    look() {
      const fault = this.#fault();
      const now = performance.now();
      if (fault) this.#since = Infinity;
      else if (this.#since === Infinity) this.#since = now;
      const why = fault || (now - this.#since < steady ? "early" : "");
      if (why !== this.#said) {
        this.#said = why;
        this.#changed(why);
      }
      return why;
    }

    #fault() {
      if (!isInFront()) return "not in front";
      if (isPointerTaken()) return "pointer taken";
      if (!this.#host.isConnected || !this.#host.matches(":popover-open")) return "closed";
      this.#follow();
      const rect = this.#box.getBoundingClientRect();
      const before = this.#rect;
      this.#rect = rect;
      const zoom = /** @type {any} */ (this.#box).currentCSSZoom ?? 1;
      if (rect.width < least.width || rect.height < least.height || zoom < 0.6 || zoom > 3) return "scaled";
      if (rect.left < 0 || rect.top < 0 || rect.right > innerWidth || rect.bottom > innerHeight) return "off the window";
      const isSame = (/** @type {"left" | "top" | "width" | "height"} */ side) => before && Math.abs(before[side] - rect[side]) < 1;
      if (before && !["left", "top", "width", "height"].every((side) => isSame(/** @type {any} */ (side)))) return "moved";
      if (this.#isTransparent()) return "transparent";
      if (this.#isCovered(rect)) return "covered";
      if (this.#isUncovered === null) return "early";
      return this.#isUncovered ? "" : "covered";
    }

    /** The top layer takes no opacity from what it is in. A page that has it is up to something all the same. */
    #isTransparent() {
      for (let element = /** @type {Element | null} */ (this.#host); element; element = around(element)) {
        const style = getComputedStyle(element);
        if (Number(style.opacity) < 1 || style.visibility !== "visible") return true;
        if (hasOcclusion) continue;
        if (style.filter !== "none" || style.maskImage !== "none" || style.clipPath !== "none" || style.mixBlendMode !== "normal") return true;
      }
      return false;
    }

    /** @param {DOMRect} rect */
    #isCovered(rect) {
      const root = this.#host.getRootNode();
      const prototype = root instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype;
      for (const x of [rect.left + 6, (rect.left + rect.right) / 2, rect.right - 6]) {
        for (let part = 0; part <= 6; part += 1) {
          const y = rect.top + 6 + ((rect.height - 12) * part) / 6;
          if (prototype.elementFromPoint.call(root, x, y) !== this.#host) return true;
        }
      }
      if (hasOcclusion) return false;
      // What takes no clicks is not found at a point. Only what came into the top layer later can be above the menu.
      for (const element of onTop(root)) if (element !== this.#host && !this.#before.has(element)) return true;
      return false;
    }
  }

  world.ChatelaineSeen = Seen;
})();
