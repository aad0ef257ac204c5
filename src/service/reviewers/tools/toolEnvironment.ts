/** What git sets for its hooks would lead a tool into another repository; the editor's own doors and our secrets are no tool's business. */
const withheld =
  /^(?:CODE_REVIEW_|VSCODE_|ELECTRON_|NODE_CHANNEL_|GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|ASKPASS)$|SSH_ASKPASS$|FORCE_COLOR$)/i;

/** The environment that a tool is run in, made from our own. */
export function toolEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => !withheld.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1', GIT_TERMINAL_PROMPT: '0' };
}
