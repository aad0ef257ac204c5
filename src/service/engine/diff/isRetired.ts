const replaced = String.raw`(?:api|app|backend|client|e2e|frontend|lib|server|site|ui|web)`;
const kept = String.raw`(?:code|demos?|examples?|files|modules|scripts|src|tests?|versions?)`;
/**
 * `deprecated/`, `old_scripts/`, `disabled_modules/`, `to_be_removed/`, `.site-backup/` and `backup_1750181187/`, which a
 * program has named.
 */
const retired = new RegExp(
  String.raw`(?:^|/)(?:_?(?:deprecated|archived?|attic|obsolete|old|retired|unused|backups?)(?:[_-]${kept})?|_?old[_-]${replaced}|_?disabled[_-]${kept}|to[_-](?:be[_-])?(?:deleted?|removed?|sort)(?:[_-]out)?|\.[\w-]{1,40}[_-]backups?|backups?[_-]\d{6,20})/`,
  'i',
);
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
