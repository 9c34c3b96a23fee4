"use strict";

// The connection to Chatelaine's program, which the browser starts. Messages: Docs/browser-messages.md.

import { publicKey, sign } from "./key.js";
import { learn, learnFromError } from "./state.js";

const api = /** @type {any} */ (globalThis).browser ?? chrome;
const name = "org.chatelaine.browser";

/** An error of the other side, or of the connection. */
export class HostError extends Error {
  /**
   * @param {string} code
   * @param {string} reason
   * @param {string} [remedy]
   */
  constructor(code, reason, remedy = "") {
    super(reason);
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * An answer, or another thing for a type of message that an older release of Chatelaine does not know.
 * @template T, U
 * @param {Promise<T>} answer
 * @param {() => U} instead
 * @returns {Promise<T | U>}
 */
export const ifKnown = (answer, instead) =>
  answer.catch((error) => {
    if (error.code === "unknown-type") return instead();
    throw error;
  });

/** A connection; it ends when nothing has used it for a while, so that an idle browser has no program of ours. */
class Host {
  /** @type {any} */
  #port = null;
  #lastID = 0;
  #hasSession = false;
  /** @type {Promise<void> | null} */
  #beginning = null;
  /** @type {Map<number, { done: (answer: any) => void, fail: (error: Error) => void, more?: (answer: any) => void }>} */
  #waiting = new Map();

  /** Whether there is a session. */
  get isReady() {
    return this.#port !== null && this.#hasSession;
  }

  #connect() {
    const port = api.runtime.connectNative(name);
    this.#port = port;
    this.#hasSession = false;
    port.onMessage.addListener((/** @type {any} */ message) => this.#receive(message));
    port.onDisconnect.addListener(() => {
      if (this.#port !== port) return;
      const reason = api.runtime.lastError?.message ?? port.error?.message ?? "";
      this.#port = null;
      const isMissing = /not found|no such native|forbidden/i.test(reason);
      const error = isMissing
        ? new HostError("host-missing", "Chatelaine is not connected with this browser.", "run: chatelaine browser install")
        : new HostError("host-gone", "Chatelaine's program has ended.", "try again");
      for (const { fail } of this.#waiting.values()) fail(error);
      this.#waiting.clear();
    });
  }

  /** @param {any} message */
  #receive(message) {
    const entry = this.#waiting.get(message?.id);
    if (!entry) return;
    if (message.type === "pairing-code") {
      entry.more?.(message);
      return;
    }
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#endSoon();
    if (message.type === "error") {
      const { code = "failed", reason = "", remedy = "" } = message.error ?? {};
      if (["no-session", "agent-gone", "cancelled"].includes(code)) this.#hasSession = false;
      entry.fail(new HostError(code, reason, remedy));
    } else {
      entry.done(message);
    }
  }

  #endSoon() {
    const last = this.#lastID;
    setTimeout(() => {
      if (this.#waiting.size > 0 || this.#lastID !== last) return;
      this.#port?.disconnect();
      this.#port = null;
    }, 20_000);
  }

  /**
   * Sends a message, and returns its answer.
   * @param {string} type
   * @param {object} members
   * @param {(answer: any) => void} [more] called with an answer before the last one
   */
  #ask(type, members, more) {
    if (!this.#port) this.#connect();
    this.#lastID += 1;
    const id = this.#lastID;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, more });
      this.#port.postMessage({ ...members, version: 1, id, type });
    });
  }

  /** Begins a session, once for all requests that wait for it. */
  async #begin() {
    if (this.#port && this.#hasSession) return;
    this.#beginning ??= this.#prove().finally(() => {
      this.#beginning = null;
    });
    await this.#beginning;
  }

  async #prove() {
    const { challenge } = await this.#ask("hello", { key: await publicKey() });
    await this.#ask("prove", { signature: await sign(challenge) });
    this.#hasSession = true;
  }

  /**
   * Sends a request in a session, which is begun if there is none.
   * @param {string} type
   * @param {object} [members]
   */
  async request(type, members = {}) {
    try {
      const answer = await this.#request(type, members);
      await learn(answer);
      return answer;
    } catch (error) {
      await learnFromError(error);
      throw error;
    }
  }

  /** @param {string} type @param {object} members */
  async #request(type, members) {
    await this.#begin();
    try {
      return await this.#ask(type, members);
    } catch (error) {
      // The agent has ended since, and is there again.
      if (/** @type {any} */ (error).code !== "no-session") throw error;
      await this.#begin();
      return this.#ask(type, members);
    }
  }

  /**
   * Pairs this profile.
   * @param {(code: string) => void} show called with the digits
   */
  async pair(show) {
    const agent = navigator.userAgent.match(/(Firefox|Edg|Chrome)\/\d+/)?.[0] ?? "browser";
    await this.#ask("pair", { key: await publicKey(), name: agent.replace("/", " ") }, (answer) => show(String(answer.code)));
    await this.#begin();
  }
}

export const host = new Host();
