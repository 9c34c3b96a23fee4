"use strict";

// The key at a field, and what it and its menu do. Loaded when a person is at a field for the first time (watch.js).
(() => {
  const world = /** @type {any} */ (globalThis);
  if (world.ChatelaineKey) return;
  const api = world.browser ?? chrome;
  const page = world.ChatelainePage;
  const { attribute, around, closest, getter, matches } = page.tree;
  const size = world.ChatelaineStyle.key;
  const meanings = /^(username|email|current-password|new-password(-again)?|one-time-code(-part)?)$/;

  /** The most readings of one document, and the least time between two, in milliseconds. */
  const mostReadings = 40;
  const between = 1000;
  /** How often the page may take our element out before it is left to have its way. */
  const mostTorn = 5;
  /** How long the key stays when the pointer has left, in milliseconds. */
  const leaving = 300;

  /** @param {object} message */
  const send = async (message) => {
    const answer = await api.runtime.sendMessage(message);
    if (answer?.error) throw Object.assign(new Error(answer.error.reason), answer.error);
    return answer?.result ?? {};
  };
  const boxOf = (/** @type {Element} */ element) => Element.prototype.getBoundingClientRect.call(element);
  const active = () => {
    let element = getter(Document.prototype, "activeElement")(document);
    for (let inner = element; inner; inner = page.tree.shadow(inner)?.activeElement) element = inner;
    return element;
  };

  // MARK: What the fields mean

  /** @typedef {{ meaning: string, form: unknown, signature: string, id: string }} Facts */
  /** @type {WeakMap<Element, Facts>} */
  const known = new WeakMap();
  let model = "";
  let readings = 0;
  let lastReading = -Infinity;

  const read = async () => {
    if (readings >= mostReadings || performance.now() - lastReading < between) return;
    readings += 1;
    lastReading = performance.now();
    const collected = page.collect({ frames: "own" });
    model = JSON.stringify(collected);
    const { fields = [], texts = {} } = await send({ page: "read", model });
    world.ChatelaineTexts = texts;
    const found = new Map(fields.map((/** @type {any} */ field) => [field.field, field]));
    for (const { id } of /** @type {any[]} */ (collected.fields)) {
      const element = page.collected.find(id)?.element.deref();
      if (!element) continue;
      const { meaning = "", form } = found.get(id) ?? {};
      known.set(element, { meaning: meanings.test(meaning) ? meaning : "", form, signature: page.collected.signature(element), id });
    }
  };
  /** @param {Element} element */
  const factsOf = (element) => {
    const facts = known.get(element);
    return facts && facts.signature === page.collected.signature(element) ? facts : undefined;
  };

  // MARK: The element in the page

  /** @type {any} */
  let host = null;
  /** @type {HTMLButtonElement} */
  let key;
  /** @type {any} */
  let menu;
  let torn = 0;
  /** Whether the element is to be in the page now. */
  let isShown = false;
  /**
   * The field at which the key is.
   * @type {HTMLInputElement | null}
   */
  let field = null;
  /**
   * The field at which the person was last.
   * @type {Element | null}
   */
  let wanted = null;

  /**
   * A modal dialogue makes everything outside of it inert.
   * @param {Element} element
   * @returns {Element}
   */
  const place = (element) => {
    for (let outer = /** @type {Element | null} */ (element); outer; outer = around(outer)) if (matches(outer, "dialog:modal")) return outer;
    return document.documentElement;
  };

  const make = () => {
    const made = /** @type {any} */ (document.createElement("div"));
    const root = made.attachShadow({ mode: "closed" });
    made.popover = "manual";
    world.ChatelaineStyle.dress(root);
    key = document.createElement("button");
    key.className = "key";
    key.type = "button";
    // The field's own key of the keyboard is the arrow down.
    key.tabIndex = -1;
    key.setAttribute("aria-label", world.ChatelaineRows.say("keyLabel", "Chatelaine: logins for this field"));
    key.setAttribute("aria-haspopup", "menu");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M12 12 21 3M17 7l3 3M13 16a5 5 0 1 1-10 0 5 5 0 0 1 10 0Z");
    svg.append(path);
    key.append(svg);
    root.append(key);
    menu = new world.ChatelaineMenu(made, root, act, follow);
    key.addEventListener("click", (event) => {
      event.stopPropagation();
      if (event.isTrusted) void toggle(false);
    });
    for (const name of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
      key.addEventListener(name, (event) => {
        event.stopPropagation();
        if (name === "mousedown") event.preventDefault();
      });
    }
    made.addEventListener("toggle", (/** @type {any} */ event) => {
      if (isShown && event.newState === "closed") tornOut();
    });
    return made;
  };
  // Looks at the children of one element, while the key is shown.
  const outs = new MutationObserver(() => {
    if (isShown && host && !host.isConnected) tornOut();
  });

  /** The page has taken the element away: put back some times, and then given up for this document. */
  const tornOut = () => {
    torn += 1;
    const last = field;
    hide();
    if (torn < mostTorn && last && active() === last) show(last);
  };

  const hide = () => {
    isShown = false;
    menu?.close();
    field = null;
    outs.disconnect();
    sizes.disconnect();
    shifts?.disconnect();
    for (const [name, listener] of listeners) removeEventListener(name, listener, true);
    clearTimeout(timer);
    host?.remove();
  };

  /** @param {HTMLInputElement} element */
  const show = (element) => {
    if (torn >= mostTorn) return;
    if (field === element && isShown) return;
    hide();
    if (new page.visibility.Look().whyHidden(element)) return;
    host ??= make();
    const outer = place(element);
    outer.append(host);
    field = element;
    isShown = true;
    try {
      host.showPopover();
    } catch {
      hide();
      return;
    }
    outs.observe(outer, { childList: true });
    sizes.observe(element);
    for (const [name, listener] of listeners) addEventListener(name, listener, { capture: true, passive: name !== "keydown" });
    put();
  };

  // MARK: Where it is

  let isPutSoon = false;
  const putSoon = () => {
    if (isPutSoon || !isShown) return;
    isPutSoon = true;
    requestAnimationFrame(() => {
      isPutSoon = false;
      put();
    });
  };
  const sizes = new ResizeObserver(putSoon);
  /**
   * Says when the field is no longer where it was, though nothing was scrolled.
   * @type {IntersectionObserver | null}
   */
  let shifts = null;
  /** @param {DOMRect} rect */
  const watchShifts = (rect) => {
    shifts?.disconnect();
    const sides = [rect.top, innerWidth - rect.right, innerHeight - rect.bottom, rect.left];
    const rootMargin = sides.map((side) => `${-Math.floor(side)}px`).join(" ");
    let isFirst = true;
    shifts = new IntersectionObserver(
      () => {
        if (!isFirst) putSoon();
        isFirst = false;
      },
      { root: document, rootMargin, threshold: [0.9, 1] },
    );
    shifts.observe(/** @type {Element} */ (field));
  };

  /**
   * Where the field was when the key was placed.
   * @type {DOMRect | null}
   */
  let placed = null;
  /** Places the key and the menu at once if the field was moved: pictures may be drawn rarely. */
  const follow = () => {
    if (!field || !placed) return;
    const [now, before] = [boxOf(field), placed];
    const isSame = Math.abs(now.left - before.left) + Math.abs(now.top - before.top) + Math.abs(now.width - before.width) < 1;
    if (!isSame || !field.isConnected) put();
  };

  const put = () => {
    if (!field || !isShown) return;
    const rect = boxOf(field);
    placed = rect;
    const isIn = rect.bottom > 0 && rect.right > 0 && rect.top < innerHeight && rect.left < innerWidth && rect.width >= 40 && rect.height >= 12;
    if (!field.isConnected || !isIn) return hide();
    const isRightToLeft = getComputedStyle(field).direction === "rtl";
    const y = (rect.top + rect.bottom) / 2;
    // Beside what the page has there itself, such as an eye that shows the password.
    let x = 0;
    for (let step = 0; step < 3; step += 1) {
      const offset = 4 + size / 2 + step * (size + 6);
      x = isRightToLeft ? rect.left + offset : rect.right - offset;
      key.style.pointerEvents = "none";
      const root = /** @type {any} */ (field.getRootNode());
      const prototype = root instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype;
      const hit = prototype.elementFromPoint.call(root, x, y);
      key.style.pointerEvents = "";
      if (!hit || hit === field || hit === host) break;
    }
    key.style.left = `${Math.round(x - size / 2)}px`;
    key.style.top = `${Math.round(y - size / 2)}px`;
    if (menu.isOpen) menu.place(rect);
    watchShifts(rect);
  };

  // MARK: What a person does

  /** @param {boolean} isByKeyboard */
  const toggle = async (isByKeyboard) => {
    const at = field;
    if (!at) return;
    if (menu.isOpen) return menu.close();
    if (!isByKeyboard) HTMLElement.prototype.focus.call(at, { preventScroll: true });
    const facts = factsOf(at);
    if (!facts) return hide();
    try {
      const found = await send({ page: "menu" });
      if (field !== at || menu.isOpen) return;
      menu.open(found, facts.meaning);
      menu.place(boxOf(at));
    } catch (error) {
      explain(at, /** @type {Error} */ (error).message);
    }
  };

  /**
   * Says in the menu what did not happen.
   * @param {Element} at
   * @param {string} text
   */
  const explain = (at, text) => {
    if (field !== at) return;
    menu.explain(text);
    menu.place(boxOf(at));
  };
  /**
   * @param {Element} at
   * @param {ChatelaineReport} report
   */
  const explainIfNothing = (at, { fields }) => {
    if (fields.some(({ result }) => result === "filled")) return;
    explain(at, `${world.ChatelaineRows.say("menuNotFilled", "Nothing was filled in")}: ${fields[0]?.reason ?? "–"}`);
  };

  /**
   * The fields of a new password, as they were read.
   * @param {Facts} facts
   * @param {string} value
   */
  const planOfNew = (facts, value) => {
    const { fields } = JSON.parse(model);
    const isMeant = (/** @type {any} */ { id }) => {
      const element = page.collected.find(id)?.element.deref();
      const other = element && known.get(element);
      return other?.id === id && other.form === facts.form && other.meaning.startsWith("new-password");
    };
    return { fill: fields.filter(isMeant).map((/** @type {any} */ { id }) => ({ field: id, value })) };
  };

  /** @param {{ deed: string, members?: object }} row */
  const act = async ({ deed, members = {} }) => {
    const at = field;
    const facts = at && factsOf(at);
    // Another field is there than that for which the menu was opened.
    if (!at || !facts || !at.isConnected) return hide();
    menu.close();
    HTMLElement.prototype.focus.call(at, { preventScroll: true });
    try {
      if (deed === "fill") {
        // As the page is now; the menu is gone, which would cover fields.
        const collected = page.collect({ frames: "own" });
        const ids = new Map(collected.fields.map((/** @type {any} */ { id }) => [page.collected.find(id)?.element.deref(), id]));
        for (const [element, id] of ids) {
          const other = element && known.get(element);
          if (other) other.id = id;
        }
        model = JSON.stringify(collected);
        const { plan } = await send({ page: "fill", ...members, model });
        const report = await page.fill(typeof plan === "string" ? JSON.parse(plan) : plan);
        explainIfNothing(at, report);
      } else if (deed === "generate") {
        const { password } = await send({ page: "generate", rules: attribute(at, "passwordrules") });
        explainIfNothing(at, await page.fill(planOfNew(facts, password)));
      } else {
        await send({ page: deed, ...members });
        if (deed === "unlock" && field === at && active() === at) await toggle(true);
      }
    } catch (error) {
      explain(at, /** @type {Error} */ (error).message);
    }
  };

  /** @type {any} */
  let timer = 0;
  const isHere = (/** @type {Event} */ event) => {
    const [first] = event.composedPath();
    if (first === field || first === host || event.target === host) return true;
    // In a closed shadow tree the event says no more than the tree's host.
    return /focusin|keydown/.test(event.type) && active() === field;
  };
  /**
   * What is listened to while the key is shown.
   * @type {[any, (event: any) => void][]}
   */
  const listeners = [
    ["scroll", putSoon],
    ["resize", putSoon],
    ["blur", (event) => event.target === globalThis && menu.close()],
    [
      "pointerdown",
      (event) => {
        if (menu.isOpen && !isHere(event)) menu.close();
      },
    ],
    [
      "pointerover",
      (event) => {
        clearTimeout(timer);
        if (isHere(event) || menu.isOpen) return;
        timer = setTimeout(() => {
          if (field && active() !== field && !menu.isOpen) hide();
        }, leaving);
      },
    ],
    [
      "focusin",
      (event) => {
        if (!isHere(event) && !menu.hasFocus) hide();
      },
    ],
    [
      "keydown",
      (event) => {
        if (!event.isTrusted || event.isComposing || !field || !isHere(event)) return;
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const isOwn = () => {
          if (menu.isOpen) {
            if (event.key === "Tab") return menu.close();
            if (event.key !== "Escape") return menu.key(event);
            menu.close();
            HTMLElement.prototype.focus.call(field, { preventScroll: true });
            return true;
          }
          // A field with a list of the page's own keeps its keys.
          if (event.key !== "ArrowDown" || event.repeat || matches(field, "[role=combobox], [list], [aria-expanded=true]")) return false;
          if (closest(field, "[role=combobox]")) return false;
          void toggle(true);
          return true;
        };
        if (!isOwn()) return;
        event.preventDefault();
        event.stopPropagation();
      },
    ],
  ];

  /**
   * A person is at a field.
   * @param {HTMLInputElement} element
   */
  const at = async (element) => {
    wanted = element;
    if (!factsOf(element)) await read();
    const facts = factsOf(element);
    if (wanted !== element || !facts?.meaning) return;
    // The pointer over one field does not take the key from another that has the cursor.
    if (field && field !== element && active() === field) return;
    show(element);
  };

  world.ChatelaineKey = { at };
})();
