"use strict";

// The menu under a field. Its lines act on trusted events alone, and only when the menu was seen for a while (seen.js).
(() => {
  const world = /** @type {any} */ (globalThis);
  const { say, bounded, make, rows } = world.ChatelaineRows;
  const size = world.ChatelaineStyle.menu;
  /** How long a menu stays open that is not used, in milliseconds. */
  const longest = 60_000;
  /**
   * Texts for what keeps the menu from acting.
   * @type {Record<string, string>}
   */
  const notes = {
    covered: "The page draws over this menu.",
    transparent: "The page is transparent here.",
    scaled: "The page has changed the size of this menu.",
    "pointer taken": "The page has taken the pointer.",
  };

  class Menu {
    #box = document.createElement("div");
    #list = document.createElement("div");
    #note = document.createElement("p");
    #seen;
    #act;
    /** @type {any} */
    #timer = 0;
    #isOpen = false;
    /** @type {{ element: HTMLElement, row: any }[]} */
    #rows = [];
    #active = -1;
    /**
     * The line on which the pointer was pressed.
     * @type {Element | null}
     */
    #pressed = null;

    /**
     * @param {HTMLElement} host the element that the page can see
     * @param {ShadowRoot} root its shadow tree
     * @param {(row: any) => void} act carries a line out
     * @param {() => void} follow places the menu again if its field was moved
     */
    constructor(host, root, act, follow) {
      this.#act = act;
      this.#box.className = "menu";
      this.#box.hidden = true;
      this.#box.setAttribute("role", "menu");
      this.#box.setAttribute("aria-label", "Chatelaine");
      this.#list.className = "rows";
      this.#list.setAttribute("role", "presentation");
      this.#note.className = "note";
      this.#note.setAttribute("role", "status");
      this.#box.append(this.#list, this.#note);
      root.append(this.#box);
      this.#seen = new world.ChatelaineSeen(host, this.#box, (/** @type {string} */ why) => this.#show(why), follow);
      this.#box.addEventListener("pointerdown", (event) => this.#press(event));
      this.#box.addEventListener("click", (event) => this.#release(event));
      // The field keeps the cursor, and what the page does with clicks elsewhere does not happen.
      for (const name of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "wheel"]) {
        this.#box.addEventListener(name, (event) => {
          event.stopPropagation();
          if (name === "mousedown") event.preventDefault();
        });
      }
    }

    get isOpen() {
      return this.#isOpen;
    }

    /** Whether the cursor is in the menu. */
    get hasFocus() {
      return /** @type {ShadowRoot} */ (this.#box.getRootNode()).activeElement !== null;
    }

    /**
     * Shows what there is for a field. The clock begins when all lines are there.
     * @param {any} found
     * @param {string} meaning
     */
    open(found, meaning) {
      this.#rows = rows(found, meaning).map((/** @type {any} */ row) => ({ element: make(row), row }));
      this.#list.replaceChildren(...this.#rows.map(({ element }) => element));
      this.#begin("");
    }

    /**
     * Shows a sentence, and nothing to choose.
     * @param {string} text
     */
    explain(text) {
      this.#rows = [];
      this.#list.replaceChildren();
      this.#begin(bounded(text));
    }

    /** @param {string} note */
    #begin(note) {
      this.#note.textContent = note;
      this.#box.hidden = false;
      this.#isOpen = true;
      this.#active = -1;
      this.#pressed = null;
      this.#seen.start();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.close(), longest);
    }

    close() {
      clearTimeout(this.#timer);
      this.#seen.stop();
      this.#isOpen = false;
      this.#box.hidden = true;
      this.#rows = [];
      this.#list.replaceChildren();
    }

    /**
     * Places the menu below a field, or above it.
     * @param {DOMRect} field
     */
    place(field) {
      const left = Math.max(0, Math.min(field.left, innerWidth - size.width));
      const below = field.bottom + 4;
      const top = below + size.height <= innerHeight ? below : field.top - 4 - size.height;
      const [x, y] = [`${Math.round(left)}px`, `${Math.round(top)}px`];
      const { style } = this.#box;
      if (style.left === x && style.top === y) return;
      style.left = x;
      style.top = y;
      this.#seen.restart();
    }

    /** @param {string} why */
    #show(why) {
      this.#box.classList.toggle("ready", why === "");
      this.#box.dataset.why = why;
      if (this.#rows.length > 0) this.#note.textContent = notes[why] ? say(`menu_${why.replace(" ", "_")}`, notes[why]) : "";
    }

    /** @param {Event} event */
    #row(event) {
      const target = /** @type {Node} */ (event.target);
      return this.#rows.find(({ element }) => element.contains(target));
    }

    /** @param {PointerEvent} event */
    #press(event) {
      this.#pressed = null;
      if (!event.isTrusted || event.button !== 0 || !event.isPrimary || this.#seen.look() !== "") return;
      this.#pressed = this.#row(event)?.element ?? null;
    }

    /** @param {MouseEvent} event */
    #release(event) {
      const found = this.#row(event);
      const isSame = found && found.element === this.#pressed;
      this.#pressed = null;
      if (!event.isTrusted || event.button !== 0 || !isSame || this.#seen.look() !== "") return;
      this.#act(found.row);
    }

    /**
     * Takes a key while the menu is open.
     * @param {KeyboardEvent} event a trusted one
     * @returns {boolean} whether it was for the menu
     */
    key(event) {
      const last = this.#rows.length - 1;
      /** @type {Record<string, number>} */
      const steps = {
        ArrowDown: this.#active >= last ? 0 : this.#active + 1, ArrowUp: this.#active <= 0 ? last : this.#active - 1, Home: 0, End: last,
      };
      if (Object.hasOwn(steps, event.key)) {
        this.#active = steps[event.key];
        this.#rows[this.#active]?.element.focus({ preventScroll: true });
        this.#rows[this.#active]?.element.scrollIntoView({ block: "nearest" });
        return true;
      }
      // Without a line that was chosen, Enter is the page's.
      const found = this.#rows[this.#active];
      if (event.key !== "Enter" || !found) return false;
      if (!event.repeat && this.#seen.look() === "") this.#act(found.row);
      return true;
    }
  }

  world.ChatelaineMenu = Menu;
})();
