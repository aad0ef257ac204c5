/** Entry point of the bundle that is loaded with the first finding that is drawn: its row, its actions, its lenses. */
export { actionsFor } from './findingActions.ts';
export { treeItemOf } from './findingsTree/items.ts';
export { lensesFor } from './findingLenses.ts';
