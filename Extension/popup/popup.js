"use strict";

import { ask, element } from "./ask.js";
import { openDetails } from "./details.js";
import { beginGenerator, openGenerator } from "./generator.js";
import { beginList, show } from "./list.js";
import { beginLogin, openLogin } from "./login.js";
import { showOffers } from "./offers.js";
import { beginSearch, searchFor, showMatches } from "./search.js";
import { loadTexts, text, translate } from "../common/texts.js";
import { at, complain, say, showView, shownView, state, takePlace, trying } from "./view.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @param {any} item */
const fill = (item) =>
  trying(async () => {
    say(text("filling"));
    const { filled } = await ask("fill", { tab: state.tab, vault: item.vault, item: item.id });
    say(filled > 0 ? text("filled") : text("notTaken"));
    if (filled > 0 && !state.isWindow) globalThis.close();
  });

/** @param {any} item */
const copyPassword = async (item) => {
  say(text("answerPrompt"));
  const { seconds } = await ask("copy", { tab: state.tab, vault: item.vault, item: item.id, field: "password" });
  say(text("copied", seconds));
};

/** @param {string} id @param {string} label @param {() => Promise<unknown> | unknown} action */
const action = (id, label, action) => {
  const button = element("button", { type: "button", id, textContent: label });
  button.addEventListener("click", () => trying(action));
  return button;
};

const openPairing = () => api.tabs.create({ url: api.runtime.getURL("pairing/pairing.html") });

/** Says why there is nothing to show, and how to go on. @param {any} error */
const explain = (error) => {
  at("site").textContent = text("name");
  const isUnpaired = ["not-paired", "wrong-browser"].includes(error.code);
  const next = isUnpaired
    ? action("pair", text("pairThis"), openPairing)
    : error.code === "host-missing"
      ? action("pair", text("setUp"), openPairing)
      : action("again", text("tryAgain"), refresh);
  at("actions").replaceChildren(next);
  next.focus();
  complain(error);
};

const unlock = (/** @type {string} */ vault) => {
  const button = action("", text("unlock", vault), async () => {
    say(text("answerPrompt"));
    await ask("unlock", { vault });
    await refresh();
  });
  button.dataset.vault = vault;
  return button;
};

/** @param {any} answer */
const showAll = ({ items, site, warning, problem, vaults, offers, url, vault }) => {
  Object.assign(state, { vaults, url, site, vault });
  const isOpen = vaults.some((/** @type {any} */ each) => each.open);
  at("site").textContent = site || text("name");
  at("warning").textContent = warning;
  at("warning").hidden = !warning;
  const locked = vaults.filter((/** @type {any} */ each) => !each.open).map((/** @type {any} */ each) => unlock(each.name));
  at("actions").replaceChildren(...locked);
  for (const id of ["search", "to-generator", "to-new"]) at(id).hidden = !isOpen || (id !== "search" && !url);
  showOffers(offers, refresh);
  showMatches(items);
  if (vaults.length === 0) say(text("noVault"));
  else if (!isOpen) say(text("allLocked"));
  else if (problem) complain({ reason: problem });
  else if (!url) say(text("errorNoPage"));
  else say(items.length === 0 ? text("noLogin") : "");
  // The first thing to press; an offer is answered when it was read, and not by a key that was meant for a login.
  const first = at("items").querySelector(".fill") ?? (isOpen ? at("search") : at("actions").querySelector("button"));
  if (document.activeElement === document.body || !document.activeElement?.isConnected) first?.focus();
};

const refresh = async () => {
  showView("list");
  try {
    showAll(await ask("open", { tab: state.tab }));
  } catch (error) {
    show([]);
    explain(error);
  }
};

const listen = () => {
  beginList({ fill, show: (item) => trying(() => openDetails(item, fill)), copy: (item) => trying(() => copyPassword(item)) });
  beginSearch();
  beginGenerator();
  beginLogin(refresh);
  at("to-generator").addEventListener("click", () => trying(openGenerator));
  at("to-new").addEventListener("click", () => trying(openLogin));
  at("to-settings").addEventListener("click", () => api.runtime.openOptionsPage());
  const back = () => {
    showView("list");
    (at("items").querySelector("[tabindex='0']") ?? at("search")).focus();
  };
  at("back").addEventListener("click", back);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || shownView() === "list") return;
    event.preventDefault();
    back();
  });
};

const begin = async () => {
  const [tabs] = await Promise.all([state.tab ? [{ id: state.tab }] : api.tabs.query({ active: true, currentWindow: true }), loadTexts()]);
  state.tab = tabs[0]?.id ?? 0;
  translate();
  listen();
  await refresh();
  // For those who measure how long it takes.
  performance.mark("shown");
  // A window that was opened since something takes a proof goes on with that.
  const { search, item } = await takePlace();
  if (search) await searchFor(search);
  else if (item) await trying(() => openDetails(item, fill));
};

begin().catch(complain);
