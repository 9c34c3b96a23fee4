"use strict";

// What a person reads at a field.
(() => {
  const page = (globalThis.ChatelainePage ??= /** @type {ChatelainePage} */ ({}));
  const { ofNode, attribute, matches, closest, all, around } = page.tree;

  /** The most UTF-16 units that are kept of a text. */
  const mostText = 250;
  /** The most nodes that are read for one text. */
  const mostNodes = 200;
  const controls = "input:not([type=hidden]), select, textarea, button";
  const unread = "script, style, noscript, template, select, textarea, option, svg, datalist";
  const tidy = (text) => text.replace(/[\s\u200b\u00a0]+/g, " ").trim().slice(0, mostText);

  /**
   * Returns the text of a node as a person reads it, without the contents of fields and buttons in it.
   */
  const textOf = (node, withButtons = false) => {
    let left = mostNodes;
    let text = "";
    const read = (node) => {
      if (left <= 0 || text.length > mostText) return;
      left -= 1;
      if (node.nodeType === 3) {
        text += /** @type {Text} */ (node).data.slice(0, mostText) + " ";
        return;
      }
      if (node.nodeType !== 1 && node.nodeType !== 11) return;
      if (node.nodeType === 1) {
        const element = /** @type {HTMLElement} */ (node);
        if (matches(element, unread) || (!withButtons && matches(element, "button, input"))) return;
        if (attribute(element, "aria-hidden") === "true" && left < mostNodes - 1) return;
        if (matches(element, "img")) {
          text += attribute(element, "alt") + " ";
          return;
        }
      }
      for (let child = ofNode.first(node); child; child = ofNode.next(child)) read(child);
    };
    if (node) read(node);
    return tidy(text);
  };

  /**
   * Returns the texts of the elements that an attribute names.
   */
  const named = (element, name) => {
    const ids = attribute(element, name).split(/\s+/).filter(Boolean).slice(0, 8);
    const root = /** @type {Document | ShadowRoot} */ (ofNode.root(element));
    const prototype = root.nodeType === 11 ? ShadowRoot.prototype : Document.prototype;
    return tidy(ids.map((id) => textOf(prototype.getElementById.call(root, id), true)).join(" "));
  };
  const label = (element) => {
    const labels = /** @type {HTMLInputElement} */ (element).labels;
    const own = labels ? tidy(Array.from(labels).map((label) => textOf(label)).join(" ")) : "";
    return named(element, "aria-labelledby") || own || tidy(attribute(element, "aria-label"));
  };
  const hasControl = (node) =>
    node.nodeType === 1 && (matches(/** @type {Element} */ (node), controls) || all(node, controls).length > 0);
  const headOfColumn = (cell) => {
    const row = /** @type {HTMLTableRowElement | null} */ (closest(cell, "tr"));
    const table = /** @type {HTMLTableElement | null} */ (closest(cell, "table"));
    if (!row || !table) return "";
    for (let index = Math.min(row.rowIndex - 1, 50); index >= 0; index -= 1) {
      const above = table.rows[index]?.cells[cell.cellIndex];
      if (above && hasControl(above)) continue;
      const text = textOf(above ?? null);
      if (text) return text;
    }
    return "";
  };

  /**
   * Returns the text that is next to a field without being its label: within a box that has no other field, then before it.
   */
  const near = (element) => {
    /** @type {Element} */
    let inner = element;
    for (let level = 0; level < 5; level += 1) {
      // What stands before it on this level.
      for (let node = ofNode.previous(inner); node; node = ofNode.previous(node)) {
        const text = textOf(node);
        if (text && /[\p{L}\p{N}]/u.test(text)) return text;
        if (hasControl(node)) {
          const cell = /** @type {HTMLTableCellElement | null} */ (closest(element, "td"));
          return cell ? headOfColumn(cell) : "";
        }
      }
      const outer = around(inner);
      if (!outer || matches(outer, "form, body, html, main, dialog")) break;
      // What stands behind it, if the box is its own.
      if (level > 0 || ofNode.next(inner)) {
        const others = all(outer, "input:not([type=hidden]), select, textarea");
        if (others.length <= 1) {
          const text = textOf(outer);
          if (text && /[\p{L}\p{N}]/u.test(text)) return text;
        }
      }
      inner = outer;
    }
    const cell = /** @type {HTMLTableCellElement | null} */ (closest(element, "td"));
    return cell ? headOfColumn(cell) : "";
  };

  /**
   * Returns the legend or the name of the group of fields that a field is in.
   */
  const group = (element) => {
    for (let outer = around(element), level = 0; outer && level < 8; outer = around(outer), level += 1) {
      if (matches(outer, "form, body")) break;
      if (matches(outer, "fieldset")) {
        const legend = all(outer, "legend")[0];
        const text = legend ? textOf(legend) : "";
        if (text) return text;
      }
      if (matches(outer, "[role=group], [role=radiogroup], section[aria-labelledby], section[aria-label]")) {
        const text = named(outer, "aria-labelledby") || tidy(attribute(outer, "aria-label"));
        if (text) return text;
      }
    }
    return "";
  };

  /** Attributes by which frameworks and their tests name a field. */
  const names = ["formcontrolname", "ng-model", "data-testid", "data-test", "data-test-id", "data-qa", "data-cy", "data-field", "data-name"];
  const hints = (element) => tidy(names.map((name) => attribute(element, name)).filter(Boolean).join(" "));

  page.texts = { tidy, textOf, named, label, near, group, hints };
})();
