"use strict";

// The key pair of this browser profile. It cannot be exported; the agent knows its public half (Docs/browser-messages.md, "Pairing").

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/** @returns {Promise<IDBDatabase>} */
const open = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open("chatelaine", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("keys");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** @param {IDBRequest} request */
const result = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/**
 * Returns the key pair, which is made at the first use.
 * @returns {Promise<CryptoKeyPair>}
 */
export const keyPair = async () => {
  const database = await open();
  try {
    const known = await result(database.transaction("keys").objectStore("keys").get("profile"));
    if (known) return known;
    const made = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    await result(database.transaction("keys", "readwrite").objectStore("keys").add(made, "profile"));
    return made;
  } finally {
    database.close();
  }
};

/** @param {ArrayBuffer} buffer */
const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

/** Returns the public key as messages have it. */
export const publicKey = async () => base64(await crypto.subtle.exportKey("raw", (await keyPair()).publicKey));

/**
 * Signs a challenge of the agent.
 * @param {string} challenge
 */
export const sign = async (challenge) => {
  const bytes = Uint8Array.from(atob(challenge), (character) => character.charCodeAt(0));
  const text = new TextEncoder();
  const parts = [text.encode("chatelaine browser session 1\0"), bytes, text.encode(api.runtime.id)];
  const message = new Uint8Array(await new Blob(parts).arrayBuffer());
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, (await keyPair()).privateKey, message);
  return base64(signature);
};

const api = /** @type {any} */ (globalThis).browser ?? chrome;
