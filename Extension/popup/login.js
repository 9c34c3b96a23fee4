"use strict";

// A new login for the site of the page.

import { ask, element } from "./ask.js";
import { text } from "../common/texts.js";
import { at, say, showView, state, trying, whenLeft } from "./view.js";

const forget = () => at("new").reset();

/** Shows the form. */
export const openLogin = () => {
  showView("new");
  whenLeft(forget);
  at("new-title").value = state.site;
  const open = state.vaults.filter((vault) => vault.open).map((vault) => vault.name);
  at("new-vault").replaceChildren(...open.map((name) => element("option", { value: name, textContent: name })));
  at("new-vault").value = state.vault;
  at("new-vault-row").hidden = open.length < 2;
  at("new-username").focus();
};

const save = async () => {
  const [title, username, password, vault] = ["title", "username", "password", "vault"].map((name) => at(`new-${name}`).value);
  await ask("save", { tab: state.tab, vault, title: title.trim(), username, password });
};

/**
 * Begins to listen.
 * @param {() => Promise<void>} done called when a login was saved
 */
export const beginLogin = (done) => {
  at("new").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    trying(async () => {
      await save();
      await done();
      say(text("saved"));
    });
  });
  at("make").addEventListener("click", () =>
    trying(async () => {
      const { password } = await ask("make", { tab: state.tab, rules: "" });
      at("new-password").value = password;
    }),
  );
};
