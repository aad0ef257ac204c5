type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that child processes must not inherit: keys of this project and sockets of the editor. Variables that git
 * sets for its hooks would direct a child to the wrong repository.
 */
const withheld =
  /^(?:CODE_REVIEW_.*|VSCODE_.*|ELECTRON_.*|NODE_CHANNEL_.*|GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX))$/is;

/**
 * Builds the environment of a child process.
 * @param own the environment of this process
 * @param more additional variables; undefined removes a variable
 */
export function childEnvironment(own: Environment, more: Environment = {}): Record<string, string> {
  const inherited = Object.entries(own).filter(([name]) => !withheld.test(name));
  const env = { ...Object.fromEntries(inherited), ...more };
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
