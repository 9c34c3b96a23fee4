"use strict";

import { ask, element, sentence } from "../popup/ask.js";
import { change, settings } from "../common/settings.js";
import { languages, loadTexts, text, translate } from "../common/texts.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

const mostSites = 1000;

/** @param {string} line */
const say = (line) => {
  at("status").textContent = line;
};

/**
 * Shows sites, each with a button that removes it.
 * @param {string} id
 * @param {string[]} sites
 * @param {(site: string) => Promise<unknown>} remove
 */
const showSites = (id, sites, remove) => {
  const rows = sites.map((site) => {
    const button = element("button", { type: "button", textContent: text("remove") });
    button.setAttribute("aria-label", text("removeSite", site));
    button.addEventListener("click", () => remove(site).catch((error) => say(sentence(error))));
    return element("li", {}, element("span", { textContent: site }), button);
  });
  at(id).replaceChildren(...rows);
};

/** The name of the host that a person means, as addresses have it; empty if it is none. @param {string} words */
const siteOf = (words) => {
  try {
    return new URL(/^https?:\/\//i.test(words) ? words : `http://${words}`).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
};

const showLeftAlone = async () => {
  const { leftAlone } = await settings();
  showSites("leftAlone", leftAlone, async (site) => {
    await change({ leftAlone: (await settings()).leftAlone.filter((other) => other !== site) });
    await showLeftAlone();
  });
};

/** @param {Event} event */
const add = async (event) => {
  event.preventDefault();
  const site = siteOf(at("site").value.trim());
  if (!site) return say(text("noSite"));
  const { leftAlone } = await settings();
  if (leftAlone.length >= mostSites) return say(text("manySites"));
  await change({ leftAlone: [...new Set([...leftAlone, site])].sort() });
  at("site").value = "";
  say("");
  return showLeftAlone();
};

const showNevers = async () => {
  const { sites } = await ask("nevers");
  at("never").hidden = sites.length === 0;
  showSites("nevers", sites, async (site) => {
    await ask("never", { url: site.includes("://") ? site : `https://${site}/`, remove: true });
    await showNevers();
  });
};

/** @param {any[]} vaults @param {string} chosen */
const showVaults = (vaults, chosen) => {
  const names = new Set([...vaults.map(({ name }) => name), chosen].filter(Boolean));
  const options = [...names].map((name) => element("option", { value: name, textContent: name }));
  at("vault").replaceChildren(element("option", { value: "", textContent: text("firstOpen") }), ...options);
  at("vault").value = chosen;
};

/** What only the agent knows. The rest works without it. */
const showAgents = async () => {
  try {
    const [{ vaults }, { vault }] = [await ask("status"), await settings()];
    showVaults(vaults, vault);
    await showNevers();
  } catch (error) {
    say(sentence(error));
  }
};

const show = async () => {
  await loadTexts();
  translate();
  document.title = `${text("settings")} – ${text("name")}`;
  const { inPage, offers, vault, language } = await settings();
  at("inPage").checked = inPage;
  at("offers").checked = offers;
  showVaults([], vault);
  const choices = Object.entries(languages).map(([value, textContent]) => element("option", { value, textContent }));
  at("language").replaceChildren(element("option", { value: "", textContent: text("languageOfBrowser") }), ...choices);
  at("language").value = language;
  await showLeftAlone();
};

const openKeys = () =>
  typeof api.commands.openShortcutSettings === "function"
    ? api.commands.openShortcutSettings()
    : api.tabs.create({ url: "chrome://extensions/shortcuts" }).catch(() => say(text("keysByHand")));

const begin = async () => {
  for (const id of ["inPage", "offers"]) at(id).addEventListener("change", () => change({ [id]: at(id).checked }));
  at("vault").addEventListener("change", () => change({ vault: at("vault").value }));
  at("language").addEventListener("change", async () => {
    await change({ language: at("language").value });
    await show();
    await showAgents();
  });
  at("add").addEventListener("submit", add);
  at("pairing").addEventListener("click", () => api.tabs.create({ url: api.runtime.getURL("pairing/pairing.html") }));
  at("keys").addEventListener("click", openKeys);
  await show();
  await showAgents();
};

begin();
