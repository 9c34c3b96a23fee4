"use strict";

// The lines of the menu. All texts in them are from outside: titles and names of items, and names of vaults.
(() => {
  const world = /** @type {any} */ (globalThis);
  const mostCharacters = 120;

  /**
   * Returns a sentence of ours in the language of the browser, where there is one.
   * @param {string} name
   * @param {string} english
   */
  const say = (name, english) => world.ChatelaineTexts?.[name] || english;

  /**
   * Returns a text of one line without characters that change how others are read.
   * @param {unknown} text
   */
  const bounded = (text) => {
    const characters = Array.from(String(text ?? "").slice(0, mostCharacters * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " "));
    return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join("")}…` : characters.join("");
  };

  /**
   * @typedef {{ label: string, detail?: string, deed: string, members?: object }} Row
   */

  /** @param {Row} row */
  const make = ({ label, detail = "" }) => {
    const made = document.createElement("div");
    made.className = "row";
    made.tabIndex = -1;
    made.setAttribute("role", "menuitem");
    const title = document.createElement("bdi");
    title.textContent = bounded(label);
    made.append(title);
    if (detail) {
      const small = document.createElement("small");
      const isolated = document.createElement("bdi");
      isolated.textContent = bounded(detail);
      small.append(isolated);
      made.append(small);
    }
    return made;
  };

  /**
   * Returns what a menu offers at a field.
   * @param {{ items: { vault: string, item: string, title: string, username: string }[], locked: string[] }} found
   * @param {string} meaning of the field
   * @returns {Row[]}
   */
  const rows = ({ items, locked }, meaning) => {
    const isNew = meaning.startsWith("new-password");
    /** @type {Row[]} */
    const generate = isNew ? [{ label: say("menuGenerate", "Generate password"), deed: "generate" }] : [];
    return [
      ...generate,
      ...items.map(({ vault, item, title, username }) => ({
        label: title || say("untitled", "Untitled"), detail: username, deed: "fill", members: { vault, item },
      })),
      ...locked.map((vault) => ({ label: `${say("menuUnlock", "Unlock")} “${bounded(vault)}”…`, deed: "unlock", members: { vault } })),
      { label: say("menuMore", "More in Chatelaine"), deed: "more" },
    ];
  };

  world.ChatelaineRows = { say, bounded, make, rows };
})();
