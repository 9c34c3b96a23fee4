"use strict";

// Which fields of a page take a new password.

/** @typedef {{ id: string, type: string, form?: number, focused?: boolean, hasText?: boolean, visible?: boolean, editable?: boolean, autocomplete?: string, passwordrules?: string, maxLength?: number }} Field */

const isUsable = (/** @type {Field} */ field) => field.visible !== false && field.editable !== false;

/**
 * Returns the fields that a new password goes into: one, and its repetition.
 *
 * The field with the cursor comes first: a person has asked for a password there. Without one, a field counts that the agent, or the page, calls one for a new password. A field for the present password never counts by
 * itself.
 * @param {{ fields: Field[] }} model of the page
 * @param {{ field: string, meaning: string }[]} readings of the agent; empty if it gives none
 * @returns {Field[]}
 */
export const passwordFields = (model, readings) => {
  const meanings = new Map(readings.map(({ field, meaning }) => [field, meaning]));
  /** @param {Field} field */
  const meaning = (field) => meanings.get(field.id) ?? field.autocomplete ?? "";
  const passwords = model.fields.filter((field) => field.type === "password" && isUsable(field));
  const isNew = (/** @type {Field} */ field) => /^new-password(-again)?$/.test(meaning(field));
  const focused = passwords.find((field) => field.focused);
  const first = focused ?? passwords.find(isNew);
  if (!first) return [];
  const others = passwords.filter((field) => field !== first && field.form === first.form && isNew(field));
  return [first, ...(isNew(first) ? others : [])];
};

/**
 * The rules for a password that is to go into fields, in the language of `passwordrules`.
 * @param {Field[]} fields
 */
export const rulesOf = (fields) => {
  const rules = fields.find((field) => field.passwordrules)?.passwordrules ?? "";
  const lengths = fields.map((field) => field.maxLength ?? 0).filter((length) => length >= 4);
  if (lengths.length === 0 || /maxlength/i.test(rules)) return rules;
  return [rules.replace(/;?\s*$/, ""), `maxlength: ${Math.min(...lengths)};`].filter(Boolean).join("; ");
};
