/** Entry point of the bundle with the commands that are used rarely, loaded with the first of them. */
export { addTool } from './setup/addTool.ts';
export { allowAccess } from './setup/allowAccess.ts';
export { checkOut } from './checkOut.ts';
export { fixAllWithChat, fixWithChat } from '../chat/fixWithChat.ts';
export { checkConnection } from './setup/checkConnection.ts';
export { chooseModel } from './setup/chooseModel.ts';
export { dismissFinding, markDone, reopenFinding } from './decisions.ts';
export { Dismissals } from '../findings/dismissals.ts';
export { signOut, switchKey } from './setup/keys.ts';
export { mutePath, muteRule, unmute } from '../findings/mute.ts';
export { EditorModels } from '../connection/editorModels.ts';
export { ProviderSessions } from '../connection/providerSessions.ts';
export { showMenu } from '../views/menu.ts';
export { Navigation } from './navigate.ts';
export { showResolution } from './showResolution.ts';
export { SignIn } from './setup/signIn.ts';
export { Suggestions } from '../findings/suggestions/suggestions.ts';
export { copyFinding, copyFindingAsJson, exportReview } from './export.ts';
