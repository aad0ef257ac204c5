/** Entry point of the bundle that is loaded with the first row that is drawn: rows, icons, actions and lenses. */
export { actionsFor } from './findingActions.ts';
export { missing, repositoryItem, stepItem } from './repositories/repositoryItem.ts';
export { treeItemOf } from './findingsTree/items.ts';
export { lensesFor } from './findingLenses.ts';
