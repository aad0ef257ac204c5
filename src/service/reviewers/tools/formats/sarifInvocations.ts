import type { JsonObject } from '../../../../api/decode/aliases.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { toList, toObject, toText } from './json.ts';
import { ToolFailure } from '../toolFailure.ts';

const mostNotifications = 1_000;
const mostInvocations = 100;
const kinds = ['toolExecutionNotifications', 'toolConfigurationNotifications'];

/** The notifications of a tool about its run. */
interface OwnWords {
  readonly warnings: readonly string[];
  /** Non-fatal problems, such as a rule that failed and was disabled. */
  readonly errors: readonly string[];
}

/** Reads a run's invocations (SARIF 2.1.0, 3.20). @throws ToolFailure if one was not successful */
export function checkInvocations(run: JsonObject): OwnWords {
  const warnings: string[] = [];
  const errors: string[] = [];
  const invocations = toList(run['invocations'], mostInvocations).map(toObject);
  if (isLonger(run['invocations'], mostInvocations))
    errors.push(`only its first ${mostInvocations} invocations were read`);
  for (const invocation of invocations) {
    const lists = kinds.map(kind => toList(invocation[kind], mostNotifications));
    const notifications = lists.flat().map(toObject);
    const own = notifications.filter(({ level }) => level === 'error').map(sentenceOf);
    if (invocation['executionSuccessful'] === false || (own.length > 0 && invocation['executionSuccessful'] !== true)) {
      const why = own[0] ?? toText(invocation['exitCodeDescription']) ?? toText(invocation['exitSignalName']);
      throw new ToolFailure(`it says that it did not succeed${why === undefined ? '' : ` (${plainLine(why, 200)})`}`);
    }
    errors.push(...own);
    if (kinds.some(kind => isLonger(invocation[kind], mostNotifications)))
      errors.push(`only its first ${mostNotifications} notifications were read`);
    warnings.push(...notifications.filter(({ level }) => level === undefined || level === 'warning').map(sentenceOf));
  }
  return { warnings, errors };
}

function isLonger(list: unknown, most: number): boolean {
  return Array.isArray(list) && list.length > most;
}

function sentenceOf(notification: JsonObject): string {
  const text = toText(toObject(notification['message'])['text']) ?? 'no reason given';
  const location = toObject(toObject(toList(notification['locations'], 1)[0])['physicalLocation']);
  const uri = toText(toObject(location['artifactLocation'])['uri']) ?? '';
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return plainLine(name === '' ? text : `${name}: ${text}`, 200);
}
