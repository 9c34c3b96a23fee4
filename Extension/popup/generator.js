"use strict";

// The generator. A password is made, and kept in a vault, when it is wanted: to be filled in, copied or seen.

import { ask } from "./ask.js";
import { text } from "../common/texts.js";
import { at, complain, say, showView, state, trying, whenLeft } from "./view.js";

/** The password that was made last. @type {{ password: string, vault: string, item: string } | null} */
let made = null;
/** The site's rules; empty if it has none. */
let siteRules = "";
/** Ends when it is known which rules the site has. @type {Promise<void>} */
let ready = Promise.resolve();

/** The rules that are chosen, in the language of `passwordrules`. */
const rules = () => {
  if (siteRules && at("follow").checked) return siteRules;
  const length = at("length").value;
  const kinds = ["lower", at("capitals").checked && "upper", at("digits").checked && "digit", at("symbols").checked && "special"];
  return [`minlength: ${length}`, `maxlength: ${length}`, ...kinds.filter(Boolean).map((kind) => `required: ${kind}`)].join("; ");
};

const forget = () => {
  made = null;
  at("password").textContent = "";
  at("kept").textContent = "";
};

const make = async () => {
  await ready;
  if (made) return made;
  made = await ask("make", { tab: state.tab, rules: rules() });
  at("password").textContent = made?.password ?? "";
  at("kept").textContent = made?.vault ? text("kept", made.vault) : text("notKept");
  return made;
};

const changed = () => {
  forget();
  at("length-shown").textContent = at("length").value;
  const follows = Boolean(siteRules) && at("follow").checked;
  for (const id of ["length", "capitals", "digits", "symbols"]) at(id).disabled = follows;
};

/** Learns the rules of the page's site, and whether it has a field for a password. */
const readSite = async () => {
  const { fields, rules: found } = await ask("rules", { tab: state.tab }).catch((error) => {
    complain(error);
    return { fields: 0, rules: "" };
  });
  at("fill-password").hidden = fields === 0;
  if (fields === 0) at("another").focus();
  siteRules = found;
  at("site-rules").hidden = !found;
  changed();
};

/** Shows the generator, with the rules of the page's site. */
export const openGenerator = async () => {
  showView("generator");
  whenLeft(forget);
  siteRules = "";
  at("site-rules").hidden = true;
  at("fill-password").focus();
  changed();
  ready = readSite();
  await ready;
};

const fillPassword = async () => {
  const { password = "" } = (await make()) ?? {};
  const { filled } = await ask("fill-password", { tab: state.tab, password });
  say(filled > 0 ? text("filled") : text("notTaken"));
};

const copyPassword = async () => {
  const { vault = "", item = "" } = (await make()) ?? {};
  if (!item) return say(text("cannotCopyPassword"));
  const { seconds = 90 } = await ask("copy", { tab: state.tab, vault, item, field: "password" });
  say(text("copied", seconds));
};

/** Begins to listen. */
export const beginGenerator = () => {
  for (const id of ["length", "capitals", "digits", "symbols", "follow"]) at(id).addEventListener("input", changed);
  at("generator").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    trying(fillPassword);
  });
  at("copy-password").addEventListener("click", () => trying(copyPassword));
  at("another").addEventListener("click", () => {
    forget();
    trying(make);
  });
};
