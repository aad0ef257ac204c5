import type { JsonObject } from '../../../api/fields.ts';
import { plainLine } from '../../../core/plainText.ts';
import { listIn, objectIn, textIn } from './json.ts';
import { ToolFailure } from './toolFailure.ts';

const mostNotifications = 1_000;
const kinds = ['toolExecutionNotifications', 'toolConfigurationNotifications'];

/** What the tool says of its own run (SARIF 2.1.0, 3.20): its warnings. @throws ToolFailure where it says that it failed */
export function checkInvocations(run: JsonObject): string[] {
  const warnings: string[] = [];
  for (const invocation of listIn(run['invocations'], 100).map(objectIn)) {
    const notifications = kinds.flatMap(kind => listIn(invocation[kind], mostNotifications)).map(objectIn);
    const errors = notifications.filter(({ level }) => level === 'error').map(sentenceOf);
    if (invocation['executionSuccessful'] === false || errors.length > 0) {
      const why = errors[0] ?? textIn(invocation['exitCodeDescription']) ?? textIn(invocation['exitSignalName']);
      throw new ToolFailure(`it says that it did not succeed${why === undefined ? '' : ` (${plainLine(why, 200)})`}`);
    }
    warnings.push(...notifications.filter(({ level }) => level === undefined || level === 'warning').map(sentenceOf));
  }
  return warnings;
}

function sentenceOf(notification: JsonObject): string {
  const text = textIn(objectIn(notification['message'])['text']) ?? 'no reason given';
  const location = objectIn(objectIn(listIn(notification['locations'], 1)[0])['physicalLocation']);
  const uri = textIn(objectIn(location['artifactLocation'])['uri']) ?? '';
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return plainLine(name === '' ? text : `${name}: ${text}`, 200);
}
