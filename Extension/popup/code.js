"use strict";

// A one-time code and the time that it has left. It is asked for when a person wants it: a code of a counter is used up by that.

import { element } from "./ask.js";
import { withProof } from "./details.js";
import { text } from "../common/texts.js";
import { trying, whenLeft } from "./view.js";

/** @param {string} code */
const grouped = (code) => (code.length === 6 || code.length === 8 ? `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}` : code);

/**
 * The line of an item's one-time code.
 * @param {any} item
 * @param {() => Promise<unknown>} copy
 */
export const codeLine = (item, copy) => {
  const value = element("dd", { className: "code", textContent: "••• •••" });
  const left = element("span", { className: "note", id: "seconds-left" });
  const show = element("button", { type: "button", id: "show-code", textContent: text("show") });
  const copies = element("button", { type: "button", id: "copy-code", textContent: text("copy") });
  let timer = 0;
  const stop = () => clearTimeout(timer);
  whenLeft(stop);

  const ask = async () => {
    const answer = await withProof("code");
    if (!answer) return;
    const { code, secondsLeft, period } = answer;
    value.textContent = grouped(String(code));
    stop();
    if (!period) return;
    const end = Date.now() + secondsLeft * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      left.textContent = text("secondsLeft", seconds);
      if (seconds > 0) {
        timer = setTimeout(tick, 1000);
      } else if (value.isConnected && !document.hidden) {
        trying(ask);
      }
    };
    tick();
  };
  show.addEventListener("click", () => trying(ask));
  copies.addEventListener("click", () => trying(copy));
  return element(
    "div",
    {},
    element("dt", {}, `${text("code")} `, left),
    value,
    element("div", { className: "buttons" }, show, copies),
  );
};
