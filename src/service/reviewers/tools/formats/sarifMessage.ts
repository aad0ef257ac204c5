import type { JsonObject } from '../../../../api/decode/aliases.ts';
import { toList, toObject, toText } from './json.ts';

const longest = 8_000;

/** The text of a message (SARIF 2.1.0, 3.11): its own, or the rule's with arguments filled in; without embedded links. */
export function messageText(message: JsonObject, messages: JsonObject): string {
  const id = toText(message['id']);
  const named = id !== undefined && Object.hasOwn(messages, id) ? toObject(messages[id]) : {};
  const text = toText(message['text']) ?? toText(named['text']) ?? toText(message['markdown']) ?? '';
  const values = toList(message['arguments'], 100);
  return text
    .slice(0, longest)
    .replace(/\{\{|\}\}|\{(\d{1,2})\}/g, (mark, index: string | undefined) => {
      if (values.length === 0) return mark;
      return index === undefined ? mark.slice(1) : (toText(values[Number(index)])?.slice(0, 500) ?? mark);
    })
    .replace(/\[([^[\]\n]{1,200})\]\(\d{1,6}\)/g, '$1');
}
