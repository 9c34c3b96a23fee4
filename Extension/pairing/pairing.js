"use strict";

import { ask } from "../popup/ask.js";

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

at("pair").addEventListener("click", async () => {
  at("pair").disabled = true;
  at("status").textContent = "Answer the prompt of Chatelaine.";
  let isDone = false;
  const pairing = ask("pair").finally(() => {
    isDone = true;
  });
  // The code comes when the agent has the key.
  const look = async () => {
    if (isDone) return;
    const { code = "" } = await ask("code");
    if (code) at("code").textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
    setTimeout(look, 200);
  };
  look().catch(() => {});
  try {
    await pairing;
    at("status").textContent = "This browser is paired.";
  } catch (error) {
    const { reason = "", remedy = "" } = /** @type {any} */ (error);
    at("status").textContent = [reason, remedy].filter(Boolean).join(" ");
    at("pair").disabled = false;
  }
  at("code").textContent = "";
});
