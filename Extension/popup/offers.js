"use strict";

// Offers to save a login that was used, or its new password. The agent keeps them, without them being here.

import { ask, element } from "./ask.js";
import { text } from "../common/texts.js";
import { at, say, state, trying } from "./view.js";

/** @param {any} offer */
const question = ({ kind, title, username, site }) =>
  kind === "update" ? text("offerUpdate", title || site, username) : text("offerSave", username || text("noName"), site);

/** @param {any} offer @param {() => Promise<void>} refresh */
const entry = (offer, refresh) => {
  const isUpdate = offer.kind === "update";
  /** @type {[string, string][]} */
  const answers = isUpdate
    ? [["update", "offerDoUpdate"], ["save", "offerSaveNew"], ["dismiss", "offerNotNow"]]
    : [["save", "save"], ["dismiss", "offerNotNow"], ["never", "offerNever"]];
  const buttons = answers.map(([answer, key], index) => {
    const button = element("button", { type: "button", textContent: text(key), className: index === 0 ? "main" : "" });
    button.dataset.answer = answer;
    button.addEventListener("click", () =>
      trying(async () => {
        say(text("answerPrompt"));
        const vault = answer === "save" ? state.vault : offer.vault;
        await ask("answer", { offer: offer.offer, answer, vault, item: offer.item });
        await refresh();
        say(answer === "save" || answer === "update" ? text("saved") : "");
      }),
    );
    return button;
  });
  const made = element("li", {}, element("p", { textContent: question(offer), dir: "auto" }), element("div", { className: "buttons" }, ...buttons));
  made.dataset.offer = offer.offer;
  return made;
};

/** Shows offers. @param {any[]} offers @param {() => Promise<void>} refresh */
export const showOffers = (offers, refresh) => {
  // What could not be saved now is not offered now.
  const possible = state.vault ? offers.filter((offer) => offer.kind !== "undecided") : [];
  at("offers").replaceChildren(...possible.map((offer) => entry(offer, refresh)));
  at("offers").hidden = possible.length === 0;
};
