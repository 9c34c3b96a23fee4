"use strict";

// The document as a person sees it: shadow trees and frames of the same origin are parts of it.
//
// These scripts run in a world of their own, in which the page's scripts have changed nothing. But a form still has its fields as
// properties, and a document its forms: `<input name="getAttribute">` hides the method. So methods are taken from the prototypes.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));

  /** @type {<T>(prototype: object, name: string) => (object: any) => T} */
  const getter = (prototype, name) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => get?.call(object);
  };

  const ofNode = {
    /** @type {(node: Node) => Node | null} */ parent: getter(Node.prototype, "parentNode"),
    /** @type {(node: Node) => Node | null} */ previous: getter(Node.prototype, "previousSibling"),
    /** @type {(node: Node) => Node | null} */ next: getter(Node.prototype, "nextSibling"),
    /** @type {(node: Node) => Node | null} */ first: getter(Node.prototype, "firstChild"),
    /** @type {(node: Node) => Document | null} */ document: getter(Node.prototype, "ownerDocument"),
    /** @type {(node: Node) => boolean} */ isConnected: getter(Node.prototype, "isConnected"),
    /** @type {(node: Node) => Node} */ root: (node) => Node.prototype.getRootNode.call(node),
    /** @type {(node: Node, other: Node | null) => boolean} */
    contains: (node, other) => Node.prototype.contains.call(node, other),
  };
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? "";
  const hasAttribute = (element, name) => Element.prototype.hasAttribute.call(element, name);
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);
  const closest = (element, selector) => Element.prototype.closest.call(element, selector);
  const all = (root, selector) => {
    const prototype =
      root.nodeType === 1 ? Element.prototype : root.nodeType === 9 ? Document.prototype : DocumentFragment.prototype;
    return Array.from(prototype.querySelectorAll.call(root, selector));
  };

  const hosts = /-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  const dom = /** @type {any} */ (globalThis).chrome?.dom;
  const open = getter(Element.prototype, "shadowRoot");
  /**
   * Returns the shadow tree of an element, also a closed one where the browser shows it.
   */
  const shadow = (element) => {
    // DOM Standard, attachShadow.
    if (!(element instanceof HTMLElement) || !hosts.test(element.localName)) return null;
    return dom?.openOrClosedShadowRoot?.(element) ?? /** @type {any} */ (element).openOrClosedShadowRoot ?? open(element) ?? null;
  };

  const contentDocument = getter(HTMLIFrameElement.prototype, "contentDocument");
  /**
   * Returns the document of a frame of the same origin; `null` of another.
   */
  const frameDocument = (element) => {
    if (!matches(element, "iframe")) return null;
    try {
      return /** @type {Document | null} */ (contentDocument(element));
    } catch {
      return null;
    }
  };

  /**
   * Returns the element around another as it is drawn: through slots and out of shadow trees, but not out of a frame.
   */
  const around = (element) => {
    const slot = /** @type {Element | null} */ (getter(Element.prototype, "assignedSlot")(element));
    if (slot) return slot;
    const parent = ofNode.parent(element);
    if (parent?.nodeType === 11) return /** @type {ShadowRoot} */ (parent).host ?? null;
    return parent && parent.nodeType === 1 ? /** @type {Element} */ (parent) : null;
  };

  /** The most elements that are looked at, and frames and shadow trees within each other. */
  const mostElements = 50_000;
  const mostDepth = 12;

  /**
   * Calls a function for every element of a document, in the order of the page.
   */
  const walk = (document, descends, visit) => {
    let left = mostElements;
    const walkRoot = (root, depth) => {
      const walker = Document.prototype.createTreeWalker.call(ofNode.document(root) ?? document, root, NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node && left > 0; node = walker.nextNode()) {
        const element = /** @type {Element} */ (node);
        left -= 1;
        visit(element);
        if (depth >= mostDepth) continue;
        const inner = shadow(element) ?? (descends ? frameDocument(element) : null);
        if (inner) walkRoot(inner, depth + 1);
      }
    };
    walkRoot(document, 0);
  };

  page.tree = { ofNode, attribute, hasAttribute, matches, closest, all, shadow, frameDocument, around, walk, getter };
})();
