/** What reviewers are called in sentences, by their ids; a tool of the project has a name of its own. */
export const reviewerNames: Readonly<Record<string, string>> = {
  hygiene: 'merge markers and hidden characters',
  typescript: 'TypeScript syntax',
  eslint: 'ESLint',
  ruff: 'ruff (Python)',
  secrets: 'secrets',
  model: 'the language model',
};
