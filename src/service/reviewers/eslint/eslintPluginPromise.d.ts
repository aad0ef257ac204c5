/** The plugin has no types. */
declare module 'eslint-plugin-promise' {
  import type { ESLint } from 'eslint';
  const plugin: ESLint.Plugin;
  export default plugin;
}
