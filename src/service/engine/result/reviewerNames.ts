/** Display names of the reviewers by id; a project's tool is shown by its own name. */
export const reviewerNames: Readonly<Record<string, string>> = {
  hygiene: 'merge markers and hidden characters',
  typescript: 'TypeScript syntax',
  eslint: 'ESLint',
  ruff: 'ruff (Python)',
  secrets: 'secrets',
  'cross-file': 'checks across files',
  model: 'the language model',
};
