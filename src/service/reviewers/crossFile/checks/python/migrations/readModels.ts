import type { Column } from '../facts.ts';

const usesModels = /^from django\.(?:contrib\.gis\.)?db import [^\n]*\bmodels\b/m;

const header = /^class[ \t]+(\w{1,100})[ \t]*\(/;
/** What ends the body of a class: a line that is not indented, other than the end of its header and a comment. */
const outside = /^[^\s)#]/;
/** A field in the body of a class. A generic relation has no column of its own. */
const field =
  /^(?: {2,4}|\t)(\w{1,100})[ \t]*(?::[^=]{1,200})?=[ \t]*models\.(?!Generic)\w{0,40}(?:Field|ForeignKey)[ \t]*\(/;
/** What keeps Django from making a table for a class: others inherit its fields, or something else makes it. */
const tableless = /^\s+(?:abstract|proxy)[ \t]*=[ \t]*True\b|^\s+managed[ \t]*=[ \t]*False\b|^\s+app_label[ \t]*=/;

/** The fields of Django's models in a file, in their order. */
export function readModels(text: string): readonly Column[] {
  if (!usesModels.test(text)) return [];
  const columns: (Omit<Column, 'isTableless'> & { readonly of: { isTableless: boolean } })[] = [];
  let model = '';
  let of = { isTableless: false };
  for (const [index, line] of text.split('\n').entries()) {
    const named = header.exec(line)?.[1];
    if (named !== undefined || outside.test(line)) [model, of] = [named ?? '', { isTableless: false }];
    if (model === '') continue;
    if (tableless.test(line)) of.isTableless = true;
    const name = field.exec(line)?.[1];
    const start = line.indexOf(name ?? '') + 1;
    if (name !== undefined) columns.push({ model, name, at: [index + 1, start, start + name.length], of });
  }
  return columns.map(({ of: { isTableless }, ...column }) => ({ ...column, ...(isTableless && { isTableless }) }));
}
