"use strict";

import { sentence } from "../popup/ask.js";
import { loadTexts, text, translate } from "../common/texts.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

/** @param {string} line */
const end = (line) => {
  at("code").textContent = "";
  at("status").textContent = line;
};

/** @param {any} error */
const fail = (error) => {
  end(sentence(error));
  at("missing").hidden = error.code !== "host-missing";
  at("pair").textContent = text("tryAgain");
  at("pair").disabled = false;
};

const pair = () => {
  at("pair").disabled = true;
  at("status").textContent = text("answerPrompt");
  let isDone = false;
  const port = api.runtime.connect({ name: "pair" });
  port.onMessage.addListener((/** @type {any} */ { code, isPaired, error }) => {
    if (code) at("code").textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
    if (!isPaired && !error) return;
    isDone = true;
    port.disconnect();
    if (error) return fail(error);
    end(text("paired"));
    at("missing").hidden = true;
    at("use").scrollIntoView({ block: "nearest" });
  });
  port.onDisconnect.addListener(() => {
    if (!isDone) fail({ code: "host-gone" });
  });
};

loadTexts().then(() => {
  translate();
  document.title = `${text("pairTitle")} – ${text("name")}`;
  at("pair").addEventListener("click", pair);
});
