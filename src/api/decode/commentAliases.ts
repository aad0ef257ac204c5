import { nameSet, names, tableOf } from './aliases.ts';
import tables from './tables/comments.json' with { type: 'json' };
import lists from './tables/lists.json' with { type: 'json' };

/**
 * Names of the parts of a comment, by priority: the first that is present and not null counts; see `firstOf` for their form
 * and docs/decisions/tolerant-reading.md for the reasons. `name` is the problem, its author or the file, `code` a rule or
 * quoted code, and `kind` a severity only if the value is a known word. `fixCode` is replacement code, `fixObject` holds
 * some (`fixAliases`), `fixText` may be prose, and several `fixes` are alternatives.
 */
export const commentAliases = tableOf(tables.comment, names);

/** Names of the parts of an object with replacement code; offsets are into the file. */
export const fixAliases = tableOf(tables.fix, names);

const withoutBody = names(Object.values({ ...tables.place, ...tables.comment, body: '' }).flat());
/** The plain names of members that hold something other than a comment's text. */
export const commentPartNames = nameSet(withoutBody.replace(/\.\S*/g, ''));

/**
 * Plain names of what comments stand in: `lists` of them in a review, lists `nested` in a file, a thread or the like, the
 * list of `pages`, of which `replies` may be answers to the comment beside them; `wrappers` hold some parts of a comment
 * while the object around them holds the rest, and `details` describe a fix or a place; `holders` may contain a review's
 * lists or be a model's entire answer, and `holderLists` contain comments but are none.
 */
export const listKinds = tableOf(lists, nameSet);
