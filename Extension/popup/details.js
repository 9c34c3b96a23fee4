"use strict";

// An item's details. Secrets are copied by Chatelaine's own program, and shown only in large type, when that is asked for.

import { ask, element } from "./ask.js";
import { text } from "../common/texts.js";
import { codeLine } from "./code.js";
import { largeType } from "./large.js";
import { at, openWindow, say, showView, state, trying } from "./view.js";

/** The item that is shown. @type {any} */
let item = null;

const place = () => ({ tab: state.tab, vault: item.vault, item: item.id });

/**
 * Does something with the item that may take a proof. The agent's prompt closes a popup, and what is to be shown then is shown in a window.
 * @param {string} deed
 * @param {object} members
 */
export const withProof = async (deed, members = {}) => {
  try {
    return await ask(deed, { ...place(), ...members, silent: true });
  } catch (error) {
    if (/** @type {any} */ (error).code !== "proof-needed") throw error;
    if (!state.isWindow) {
      await openWindow({ item });
      return null;
    }
    say(text("answerPrompt"));
    const answer = await ask(deed, { ...place(), ...members });
    say("");
    return answer;
  }
};

/** @param {string} key @param {() => Promise<unknown>} action @param {string} [id] */
const button = (key, action, id = "") => {
  const made = element("button", { type: "button", textContent: text(key), id });
  made.addEventListener("click", () => trying(action));
  return made;
};

/** Copies a field; the agent may ask first, and goes on without the popup. @param {string} field */
const copy = async (field) => {
  say(text("answerPrompt"));
  const { seconds = 90 } = await ask("copy", { ...place(), field });
  say(text("copied", seconds));
};

/** @param {HTMLElement} line @param {string} field */
const reveal = async (line, field) => {
  const shown = line.querySelector(".large");
  if (shown) return shown.remove();
  const answer = await withProof("reveal", { field });
  if (answer) line.append(largeType(String(answer.text ?? "")));
};

/** @param {string} label @param {string} value @param {HTMLElement[]} buttons */
const line = (label, value, ...buttons) =>
  element(
    "div",
    {},
    element("dt", { textContent: label }),
    element("dd", { textContent: value, dir: "auto" }),
    element("div", { className: "buttons" }, ...buttons),
  );

const hidden = "••••••••";
/** The names of the fields that most items have. @type {Record<string, string>} */
const labels = { username: "username", password: "password" };

/** @param {{ field: string, label: string, secret: boolean, value: string, kind: string }} field */
const fieldLine = (field) => {
  const label = Object.hasOwn(labels, field.field) ? text(labels[field.field]) : field.label;
  if (!field.secret) return line(label, field.value, button("copy", () => copy(field.field)));
  const made = line(label, hidden, button("show", () => reveal(made, field.field)), button("copy", () => copy(field.field)));
  made.dataset.field = field.field;
  return made;
};

/** @param {any} details */
const websites = ({ websites: list }) => {
  const made = line(text("websites"), list.join("\n"));
  made.querySelector("dd").style.whiteSpace = "pre-line";
  return made;
};

/** @param {number} seconds since 1970 */
const date = (seconds) => new Date(seconds * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

const addWebsite = async () => {
  say(text("answerPrompt"));
  await ask("add-website", place());
  say(text("websiteAdded", state.site));
  at("details").querySelector("#add-website")?.remove();
};

/** @param {any} details */
const showDetails = (details) => {
  const isCode = (/** @type {any} */ field) => field.kind === "one-time-code";
  const fields = details.fields.filter((/** @type {any} */ field) => !isCode(field) && (field.secret || field.value));
  const lines = fields.map(fieldLine);
  if (details.code || item.code) lines.push(codeLine(item, () => copy("code")));
  if (details.websites.length > 0) lines.push(websites(details));
  if (details.notes) {
    const notes = line(text("notes"), hidden, button("show", () => reveal(notes, "notes")));
    lines.push(notes);
  }
  if (details.changed) lines.push(line(text("changed"), date(details.changed)));
  at("details").append(element("dl", {}, ...lines));
  const isForOther = item.kind === "login" && !item.matches && state.url;
  if (isForOther) {
    const add = button("addWebsite", addWebsite, "add-website");
    add.textContent = text("addWebsite", state.site);
    at("details").append(add);
  }
};

/**
 * Shows an item.
 * @param {any} picked
 * @param {(item: any) => void} fill
 */
export const openDetails = async (picked, fill) => {
  item = picked;
  showView("details");
  const parts = [element("h2", { textContent: picked.title || text("untitled"), dir: "auto" })];
  if (state.url) {
    const main = button("fillHere", async () => fill(picked), "fill-item");
    main.className = "main";
    parts.push(main);
  }
  at("details").replaceChildren(...parts);
  (at("details").querySelector("button") ?? at("back")).focus();
  const details = await withProof("details");
  if (!details || item !== picked) return;
  showDetails({ websites: [], fields: [], ...details });
};
