"use strict";

// A secret in large type: each character with its place, digits and other signs in colours of their own.

import { element } from "./ask.js";
import { whenLeft } from "./view.js";

/** How long it stays, in milliseconds. */
const time = 30_000;
const most = 500;

/** @param {string} secret */
export const largeType = (secret) => {
  const signs = [...secret].slice(0, most).map((sign, index) => {
    const made = element("span", { textContent: sign });
    made.dataset.place = String(index + 1);
    if (/\d/.test(sign)) made.className = "digit";
    else if (!/\p{L}/u.test(sign)) made.className = "symbol";
    return made;
  });
  const made = element("div", { className: "large" }, ...signs);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", secret);
  const end = setTimeout(() => made.remove(), time);
  whenLeft(() => {
    clearTimeout(end);
    made.remove();
  });
  return made;
};
