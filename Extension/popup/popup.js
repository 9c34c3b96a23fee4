"use strict";

import { ask, element } from "./ask.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;
/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

/** @type {number} */
let tab = 0;

/** @param {string} text */
const say = (text) => {
  at("status").textContent = text;
};

/** @param {any} error */
const explain = (error) => {
  at("actions").replaceChildren();
  if (error.code === "not-paired" || error.code === "wrong-browser") {
    const pair = element("button", { id: "pair", textContent: "Pair this browser…" });
    pair.addEventListener("click", () => api.tabs.create({ url: api.runtime.getURL("pairing/pairing.html") }));
    at("actions").append(pair);
  }
  say([error.reason, error.remedy].filter(Boolean).join(" "));
};

/** @param {any[]} items */
const show = (items) => {
  const rows = items.map((item) => {
    const button = element("button", {}, item.title || "Untitled", element("small", { textContent: item.username }));
    button.dataset.item = item.id;
    button.addEventListener("click", async () => {
      say("Filling…");
      try {
        const { filled } = await ask("fill", { tab, vault: item.vault, item: item.id });
        say(filled > 0 ? "Filled in." : "The page has not taken it.");
        if (filled > 0 && !new URLSearchParams(location.search).has("tab")) globalThis.close();
      } catch (error) {
        explain(error);
      }
    });
    return element("li", {}, button);
  });
  at("items").replaceChildren(...rows);
};

const showMatches = async () => {
  const { items = [], site = "", warning = "" } = await ask("matches", { tab });
  at("site").textContent = site || "No website";
  at("warning").textContent = warning;
  at("warning").hidden = !warning;
  show(items);
  say(items.length === 0 ? "No login is saved for this site." : "");
};

const begin = async () => {
  // A page of its own has no active tab but itself: then the address names one.
  const named = Number(new URLSearchParams(location.search).get("tab"));
  const [active] = named ? [{ id: named }] : await api.tabs.query({ active: true, currentWindow: true });
  tab = active?.id ?? 0;
  const { vaults = [] } = await ask("status");
  const locked = vaults.filter((/** @type {any} */ vault) => !vault.open);
  at("actions").replaceChildren(
    ...locked.map((/** @type {any} */ vault) => {
      const button = element("button", { textContent: `Unlock “${vault.name}”…` });
      button.dataset.vault = vault.name;
      button.addEventListener("click", async () => {
        say("Answer the prompt of Chatelaine.");
        try {
          await ask("unlock", { vault: vault.name });
          await begin();
        } catch (error) {
          explain(error);
        }
      });
      return button;
    }),
  );
  at("search").hidden = locked.length === vaults.length;
  if (vaults.length > locked.length) await showMatches();
  else say(vaults.length === 0 ? "There is no vault yet: chatelaine vault create NAME" : "");
};

at("search").addEventListener("change", async () => {
  try {
    const text = at("search").value.trim();
    if (!text) return await showMatches();
    const { items = [] } = await ask("search", { text });
    show(items);
    say(items.length === 0 ? "Nothing is found." : "");
  } catch (error) {
    explain(error);
  }
});

begin().catch(explain);
