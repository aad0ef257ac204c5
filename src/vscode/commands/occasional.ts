/** Commands of setting up, of deciding, of applying and of taking away, reports, and asking models: a bundle of their own, read when the first of them is needed. */
export { addTool } from './addTool.ts';
export { allowAccess } from './allowAccess.ts';
export { fixAllWithChat, fixWithChat } from './chat.ts';
export { checkConnection } from './checkConnection.ts';
export { chooseModel } from './chooseModel.ts';
export { dismissFinding, markDone, reopenFinding } from './decide.ts';
export { Dismissals } from '../dismissals.ts';
export { signOut, switchKey } from './keys.ts';
export { mutePath, muteRule, unmute } from './mute.ts';
export { reviewChanges } from './reviewChanges.ts';
export { EditorModels } from '../editorModels.ts';
export { ProviderSessions } from '../providerSessions.ts';
export { showMenu } from '../menu.ts';
export { Report } from '../report.ts';
export { showResolution } from './showResolution.ts';
export { SignIn } from './signIn.ts';
export { Suggestions } from '../suggestions.ts';
export { copyFinding, copyFindingAsJson, exportReview } from './takeAway.ts';
