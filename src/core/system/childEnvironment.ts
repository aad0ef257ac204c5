type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Keys of this project, and the doors of the editor: a process that is started has no use for them. What git sets for
 * its hooks would lead a child into another repository than the one that is meant.
 */
const withheld =
  /^(?:CODE_REVIEW_.*|VSCODE_.*|ELECTRON_.*|NODE_CHANNEL_.*|GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX))$/is;

/**
 * The environment of any process that is started.
 * @param own the environment of this process
 * @param more what the process is given besides; undefined takes a variable away
 */
export function childEnvironment(own: Environment, more: Environment = {}): Record<string, string> {
  const inherited = Object.entries(own).filter(([name]) => !withheld.test(name));
  const env = { ...Object.fromEntries(inherited), ...more };
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
