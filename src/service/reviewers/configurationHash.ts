import { createHash } from 'node:crypto';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';

/** Hash of the settings that affect comments, without keys and network; empty for the built-in reviewers alone. */
export function configurationHash({ model, tools, isOutside }: ReviewerSettings): string {
  const asked = model && { ...model, source: { ...model.source, key: undefined, network: undefined } };
  const hasTools = Array.isArray(tools) && tools.length > 0;
  if (asked === undefined && !hasTools) return '';
  return createHash('sha256')
    .update(JSON.stringify([asked ?? null, tools, ...(isOutside === true && hasTools ? ['outside'] : [])]))
    .digest('hex');
}
