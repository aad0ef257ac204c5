import { isOpen, type WorkItem } from './worklist.ts';

/**
 * Returns the context value of a finding for `when` clauses: `finding+open+fix+rule+path` in this order. What the user
 * decided is `closed` and can be reopened; what needs no decision, as praise, is neither.
 */
export function contextValueOf(item: WorkItem): string {
  const { comment, range } = item.finding;
  const open = isOpen(item);
  return [
    'finding',
    ...(open ? ['open'] : item.decision.state === 'open' ? [] : ['closed']),
    ...(open && comment.suggestion !== undefined && range !== undefined ? ['fix'] : []),
    ...(comment.rule === undefined ? [] : ['rule']),
    ...(comment.path === undefined ? [] : ['path']),
  ].join('+');
}
