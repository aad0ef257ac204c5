const retired =
  /(?:^|\/)_?(?:deprecated|archived?|attic|obsolete|old|retired|unused|backups?)(?:[_-](?:code|demos?|examples?|files|scripts|src|tests?|versions?))?\//i;
/** `Detail-old.vue`, `Detail-old-new.vue`, `orders.bak.js`. */
const retiredName = /[^/][-_. ](?:backup|bak|deprecated|obsolete|old|unused)(?:[-_. ](?:new|v?\d{1,2}))?\.\w+$/i;

/** Whether a path leads into a folder of code that is kept and not used any more. */
export function isRetired(path: string): boolean {
  return retired.test(path);
}

/** Whether the name of a file says that it is kept and not used any more; it may be used all the same. */
export function hasRetiredName(path: string): boolean {
  return retiredName.test(path);
}
