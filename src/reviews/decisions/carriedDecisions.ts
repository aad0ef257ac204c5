import { idOf, lastOf, type LastDecision, type StoredDecision } from './decisions.ts';
import type { FindingIdentity } from './matchFindings.ts';

/** What findings were known by before their files were renamed, by what they are known by now. */
export interface RenamedFindings {
  /** Keys, see `keysOf`. */
  readonly keys: ReadonlyMap<string, string>;
  /** Ids of the findings that comments tell. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Returns what to store so that decisions go on in files that were renamed. The newest counts, so what was decided under
 * the present name since stays, and to do it again changes nothing. What was decided under the former name stays there
 * too, for branches that still have it.
 */
export function carriedDecisions(
  kept: readonly StoredDecision[],
  { keys, ids }: RenamedFindings,
): readonly StoredDecision[] {
  const byKey = new Map<string, Known[]>();
  const byId = new Map<string, Known>();
  for (const [order, { id, decision, finding }] of lastOf(kept).entries()) {
    if (finding === undefined) continue;
    const known = { id, decision, finding, order };
    byKey.set(finding.key, [...(byKey.get(finding.key) ?? []), known]);
    for (const member of finding.members ?? []) byId.set(member, known);
  }
  const ofFindings = [...keys].flatMap(([now, before]) => carried(now, byKey.get(before) ?? [], byKey.get(now) ?? []));
  const ofMembers = [...ids].flatMap(([now, before]) => {
    const [own, former] = [byId.get(now), byId.get(before)];
    if (former === undefined || (own !== undefined && own.order > former.order)) return [];
    // Its key is that of no comment, so it says nothing but how this one of several stands.
    return [keptAs({ key: now, surroundings: undefined, turn: 1, members: [now] }, former)];
  });
  return [...ofFindings, ...ofMembers];
}

interface Known extends LastDecision {
  readonly finding: FindingIdentity;
  readonly order: number;
}

/** The decisions about the findings of one key under another. @param own those that are there already */
function carried(key: string, former: readonly Known[], own: readonly Known[]): StoredDecision[] {
  const newest = former.at(-1);
  if (newest === undefined || newest.order < (own.at(-1)?.order ?? -1)) return [];
  const now = former.map(each => {
    const { members, ...finding } = each.finding;
    return keptAs({ ...finding, key, ...(members !== undefined && { members: [] }) }, each);
  });
  const ids = new Set(now.map(({ id }) => id));
  const replaced = own.filter(({ id }) => !ids.has(id));
  return [
    ...replaced.map(({ id }): StoredDecision => ({ id, finding: undefined, decision: { state: 'forgotten' } })),
    ...now,
  ];
}

function keptAs(finding: FindingIdentity, { decision }: Known): StoredDecision {
  return { id: idOf(finding), finding, decision };
}
