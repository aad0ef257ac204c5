import { isActions } from './githubActions.ts';

/** `##[command]` of GitHub Actions, `##vso[command]` of Azure Pipelines and `##teamcity[command]`, anywhere in a line. */
const inLine = /##(?=[a-z]*\[)/gi;
const atBegin = /^([^\S\r\n\u2028\u2029]*):(?=:)/gm;

/**
 * Returns what makes a text safe for the log that a build reads its commands from, since the text may quote code that looks
 * like one: text gets an invisible character, and in JSON a character is written in another way. Elsewhere nothing changes.
 */
export function forLogOf(env: NodeJS.ProcessEnv, isJson: boolean): (text: string) => string {
  if (!isActions(env) && env['TF_BUILD'] === undefined && env['TEAMCITY_VERSION'] === undefined) return text => text;
  return isJson
    ? text => text.replace(inLine, String.raw`#\u0023`)
    : text => text.replace(atBegin, '$1:\u200b').replace(inLine, '##\u200b');
}
