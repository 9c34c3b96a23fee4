"use strict";

// How the key and the menu look. What is important here counts before all that the page says of the element around it (CSS Cascading
// and Inheritance, “Context”).
(() => {
  const world = /** @type {any} */ (globalThis);
  const text = `
    :host {
      all: initial !important; position: fixed !important; inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important;
      margin: 0 !important; padding: 0 !important; border: 0 !important; overflow: visible !important; opacity: 1 !important;
      visibility: visible !important; transform: none !important; filter: none !important; clip-path: none !important;
      mask: none !important; transition: none !important; animation: none !important; pointer-events: auto !important;
      background: none !important; cursor: default !important; direction: ltr !important; z-index: 2147483647 !important;
      user-select: none !important; color-scheme: light dark !important;
    }
    :host(:popover-open) { display: block !important; }
    :host(:not(:popover-open)) { display: none !important; }
    :host::backdrop { display: none !important; }
    * { box-sizing: border-box; }
    .key, .menu {
      --back: #fff; --front: #1d1d20; --soft: #5e5c64; --line: #0003; --over: #1c71d822; --accent: #1c71d8;
      position: fixed; margin: 0; color: var(--front); background: var(--back); border: 1px solid var(--line);
      font: 14px/18px system-ui, sans-serif;
    }
    .key { width: 22px; height: 22px; padding: 2px; border-radius: 6px; cursor: pointer; display: grid; }
    .key[hidden], .menu[hidden], .note:empty { display: none; }
    .key svg { width: 16px; height: 16px; fill: none; stroke: var(--accent); stroke-width: 2; }
    .key:hover { background: color-mix(in srgb, var(--accent) 15%, var(--back)); }
    .menu {
      width: 300px; height: 220px; border-radius: 10px; padding: 4px; box-shadow: 0 4px 16px #0005;
      display: flex; flex-direction: column; overflow: hidden; cursor: default;
    }
    .rows { flex: 1; overflow-y: auto; min-height: 0; }
    .row { padding: 6px 8px; border-radius: 6px; cursor: pointer; outline: none; opacity: 0.65; }
    .ready .row { opacity: 1; }
    .row:hover, .row:focus { background: var(--over); }
    .row:focus { box-shadow: inset 0 0 0 2px var(--accent); }
    .row bdi, .row small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .row small { color: var(--soft); font-size: 12px; line-height: 16px; }
    .note { padding: 4px 8px; color: var(--soft); font-size: 12px; line-height: 16px; }
    @media (prefers-color-scheme: dark) {
      .key, .menu { --back: #2e2e32; --front: #f6f5f4; --soft: #c0bfbc; --line: #fff3; --over: #78aeed33; --accent: #78aeed; }
    }
    @media (forced-colors: active) { .row:focus { outline: 2px solid Highlight; } }
  `;

  /** @param {ShadowRoot} root */
  const dress = (root) => {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      root.adoptedStyleSheets = [sheet];
    } catch {
      // Firefox gives sheets to the page's own scripts alone.
      const style = document.createElement("style");
      style.textContent = text;
      root.append(style);
    }
  };

  world.ChatelaineStyle = { dress, menu: { width: 300, height: 220 }, key: 22 };
})();
