import { createHash } from 'node:crypto';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';

/** Tells apart what may give other comments; empty where only the built-in reviewers read. A key and the way to a model change nothing. */
export function configurationHash({ model, tools }: ReviewerSettings): string {
  const asked = model && { ...model, source: { ...model.source, key: undefined, network: undefined } };
  const hasTools = Array.isArray(tools) && tools.length > 0;
  if (asked === undefined && !hasTools) return '';
  return createHash('sha256')
    .update(JSON.stringify([asked ?? null, tools]))
    .digest('hex');
}
