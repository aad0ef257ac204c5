const retired =
  /(?:^|\/)_?(?:deprecated|archived?|attic|obsolete|old|retired|unused|backups?)(?:[_-](?:code|demos?|examples?|files|scripts|src|tests?|versions?))?\//i;

/** Whether a path leads into a folder of code that is kept and not used any more. */
export function isRetired(path: string): boolean {
  return retired.test(path);
}
