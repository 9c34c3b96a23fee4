"use strict";

// Whether a person sees a field and can reach it.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));
  const { hasAttribute, around, shadow, matches, ofNode, getter } = page.tree;

  /** Smaller fields, in CSS pixels, cannot be read. */
  const leastSize = 4;
  const leastFrame = 16;
  /** Less opaque fields cannot be seen. */
  const leastOpacity = 0.15;
  /** Deeper trees are not of a person's making. */
  const mostDepth = 400;
  const box = (element) => Element.prototype.getBoundingClientRect.call(element);
  const view = (element) => /** @type {Window | null} */ (getter(Document.prototype, "defaultView")(ofNode.document(element)));

  /** Reads a number of a list such as “inset(50% 0px)”, in percent of the size. */
  const part = (text, size) => (text.endsWith("%") ? parseFloat(text) / 100 : parseFloat(text) / Math.max(size, 1)) || 0;

  /**
   * Whether a clip leaves nothing of an element.
   */
  const isClippedAway = (style, rect) => {
    const clip = style.clip.match(/^rect\(([^)]*)\)$/);
    if (clip && (style.position === "absolute" || style.position === "fixed")) {
      const [top, right, bottom, left] = clip[1].split(/[\s,]+/).map((text) => (text === "auto" ? NaN : parseFloat(text)));
      if (bottom - top < leastSize || right - left < leastSize) return true;
    }
    const path = style.clipPath;
    if (!path || path === "none") return false;
    const inset = path.match(/^inset\(([^)]*)\)/);
    if (inset) {
      const sides = inset[1].split(" round ")[0].trim().split(/\s+/);
      const [top, right = top, bottom = top, left = right] = sides;
      return part(top, rect.height) + part(bottom, rect.height) >= 0.9 || part(right, rect.width) + part(left, rect.width) >= 0.9;
    }
    const round = path.match(/^(?:circle|ellipse)\(\s*([\d.]+)(px|%)?/);
    if (round) return parseFloat(round[1]) < leastSize;
    if (path.startsWith("polygon")) return new Set(path.match(/-?[\d.]+(?:px|%)? -?[\d.]+(?:px|%)?/g) ?? []).size < 3;
    return false;
  };

  /** @typedef {{ why: string, opacity: number, rect: DOMRect, style: CSSStyleDeclaration }} Facts */

  /** What the look at one page has found of its elements. */
  class Look {
    /** @type {Map<Element, Facts>} */
    #facts = new Map();

    /** @type {(element: Element) => Facts} */
    #of(element) {
      const known = this.#facts.get(element);
      if (known) return known;
      const style = /** @type {Window} */ (view(element) ?? globalThis).getComputedStyle(element);
      const rect = box(element);
      let why = "";
      if (style.display === "none") why = "not displayed";
      else if (style.getPropertyValue("content-visibility") === "hidden") why = "not displayed";
      else if (hasAttribute(element, "inert")) why = "inert";
      else if (isClippedAway(style, rect)) why = "clipped";
      const mask = style.getPropertyValue("mask-image") || style.getPropertyValue("-webkit-mask-image");
      if (!why && mask && mask !== "none" && !/auto|scroll/.test(style.overflowY + style.overflowX)) why = "masked";
      const filter = style.filter.match(/opacity\(([\d.]+)(%?)\)/);
      const opacity = Number(style.opacity) * (filter ? Number(filter[1]) / (filter[2] ? 100 : 1) : 1);
      const facts = { why, opacity: Number.isNaN(opacity) ? 1 : opacity, rect, style };
      this.#facts.set(element, facts);
      return facts;
    }

    /**
     * Returns why a person does not see an element; an empty text if they do.
   */
    whyHidden(element) {
      const own = this.#of(element);
      if (own.why) return own.why;
      if (own.style.visibility !== "visible") return "not displayed";
      let { left, top, right, bottom } = own.rect;
      if (right - left < leastSize || bottom - top < leastSize) return "too small";
      const window = view(element);
      if (!window) return "not displayed";
      // A frame through which nothing can be seen.
      if (window.innerWidth < leastFrame || window.innerHeight < leastFrame) return "too small";
      if (right + window.scrollX <= 0 || bottom + window.scrollY <= 0) return "off the page";
      // What is off to the right can be reached only if the page can be scrolled there.
      const root = ofNode.document(element)?.documentElement;
      if (root && left + window.scrollX >= Math.max(root.scrollWidth, window.innerWidth)) return "off the page";
      let opacity = own.opacity;
      const middle = () => [(left + right) / 2, (top + bottom) / 2];
      // Whether what scrolls shows the middle now.
      let isShown = true;
      // An ancestor clips what it contains for the layout: not an element that another places.
      let position = own.style.position;
      let depth = 0;
      for (let ancestor = around(element); ancestor; ancestor = around(ancestor)) {
        depth += 1;
        if (depth > mostDepth) return "too deep";
        const facts = this.#of(ancestor);
        if (facts.why) return facts.why;
        opacity *= facts.opacity;
        const { style, rect } = facts;
        const isRoot = ancestor === root || ancestor === ofNode.document(element)?.body;
        const holds =
          position === "fixed"
            ? style.transform !== "none" || style.filter !== "none"
            : position !== "absolute" || style.position !== "static" || style.transform !== "none";
        if (!isRoot && holds && style.display !== "contents") {
          const clips = (text) => text === "hidden" || text === "clip";
          const scrolls = (text) => text === "auto" || text === "scroll";
          // What a person can scroll to counts as seen, if there is room to see it.
          if (clips(style.overflowX) || (scrolls(style.overflowX) && rect.width < leastSize)) {
            [left, right] = [Math.max(left, rect.left), Math.min(right, rect.right)];
          }
          if (clips(style.overflowY) || (scrolls(style.overflowY) && rect.height < leastSize)) {
            [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
          }
          if (right - left < leastSize || bottom - top < leastSize) return "clipped";
          if (scrolls(style.overflowX) || scrolls(style.overflowY)) {
            const [x, y] = middle();
            isShown &&= x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
          }
        }
        if (holds) position = style.position;
      }
      if (opacity < leastOpacity) return "transparent";
      const [x, y] = middle();
      return isShown ? this.#whyCovered(element, x, y, window) : "";
    }

    /**
     * Whether something is drawn over the middle of an element. What is outside the window cannot be asked about.
   */
    #whyCovered(element, x, y, window) {
      if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return "";
      /** @type {Document | ShadowRoot} */
      let root = window.document;
      /** @type {Element | null} */
      let hit = null;
      for (;;) {
        const prototype = root.nodeType === 11 ? ShadowRoot.prototype : Document.prototype;
        const next = /** @type {Element | null} */ (prototype.elementFromPoint.call(root, x, y));
        if (!next || next === hit) break;
        hit = next;
        const inner = shadow(hit);
        if (!inner || hit === element) break;
        root = inner;
      }
      if (!hit || hit === element) return "";
      // The label of a field may be drawn over it, and moves away when somebody types.
      const labels = /** @type {any} */ (element).labels;
      if (labels && Array.from(labels).some((label) => ofNode.contains(/** @type {Node} */ (label), hit))) {
        return hit === element || box(hit).width <= box(element).width ? "" : "covered";
      }
      // What it is in shows there: it lies behind that, or takes no clicks.
      if (ofNode.contains(hit, element)) return "covered";
      // What lies over it may paint nothing.
      /** @type {Set<Element>} */
      const own = new Set();
      for (let ancestor = /** @type {Element | null} */ (element); ancestor; ancestor = around(ancestor)) own.add(ancestor);
      for (let cover = /** @type {Element | null} */ (hit); cover && !own.has(cover); cover = around(cover)) {
        if (this.#paints(cover)) return "covered";
      }
      return "";
    }

    /** @type {(element: Element) => boolean} */
    #paints(element) {
      const { style, opacity } = this.#of(element);
      if (opacity < leastOpacity) return false;
      if (matches(element, "img, video, canvas, iframe, embed, object")) return true;
      if (style.backgroundImage !== "none") return true;
      const color = style.backgroundColor.match(/^rgba?\(([^)]*)\)$/);
      if (!color) return style.backgroundColor !== "transparent";
      const parts = color[1].split(/[\s,/]+/);
      return parts.length < 4 || parseFloat(parts[3]) > 0.05;
    }
  }

  page.visibility = { Look, view };
})();
