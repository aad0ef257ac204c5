import { sql, type Kysely } from 'kysely';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import type { Database } from '../../../../../src/service/team/database/schema.ts';

/** Text as somebody writes it who wants to break a page: markup, a script, and characters that turn text around. */
export const hostile = '<script>alert(1)</script>"\'&amp; \u202egnp.exe \u0007';

const repositories = [
  {
    id: 'repo_00000000000000a1',
    full_name: 'acme/orders',
    provider: 'github',
    clone_url: 'https://github.com/acme/orders.git',
  },
  {
    id: 'repo_00000000000000a2',
    full_name: 'acme/platform/billing-service',
    provider: 'gitlab',
    clone_url: 'https://gitlab.acme.example/acme/platform/billing-service.git',
  },
  {
    id: 'repo_00000000000000a3',
    full_name: 'tools/legacy',
    provider: 'gitea',
    clone_url: 'https://git.acme.example/tools/legacy.git',
  },
];

const comments: readonly EngineComment[] = [
  comment({
    severity: 'high',
    rule_id: 'eslint/no-self-compare',
    experimental: true,
    title: '`total` is compared with itself',
    body: 'The condition is always true, so **every** order is refunded. Compare with `order.total`.',
    start_line: 41,
    existing_code: '  if (total === total) {',
    suggested_code: '  if (total === order.total) {',
  }),
  comment({
    severity: 'medium',
    rule_id: 'cross-file/removed-export',
    title: 'An export that is removed here is still imported',
    body: 'These files import `formatPrice`:',
    start_line: 8,
    existing_code: "export { roundPrice } from './round';",
    related_locations: [
      {
        path: 'src/cart/summary.ts',
        start_line: 3,
        start_column: 10,
        end_column: 21,
        message: 'imports `formatPrice`',
      },
    ],
  }),
  comment({
    path: 'src/api/client.py',
    severity: 'low',
    rule_id: 'ruff/S113',
    title: 'The request has no timeout',
    body: 'It waits for ever if the server does not answer.\n\n```python\nrequests.get(url, timeout=60)\n```',
    start_line: 120,
    end_line: 122,
    existing_code: 'response = requests.get(\n    url,\n)',
    suggested_code: 'response = requests.get(\n    url,\n    timeout=60,\n)',
  }),
];

function comment(
  given: Partial<EngineComment> & Pick<EngineComment, 'severity' | 'title' | 'body' | 'start_line'>,
): EngineComment {
  return {
    fingerprint: 'f'.repeat(32),
    reviewer: 'eslint',
    path: 'src/refund.ts',
    side: 'RIGHT',
    end_line: given.start_line,
    category: 'bug',
    rule_id: 'rule',
    existing_code: '',
    help_uri: 'https://eslint.org/docs/latest/rules/no-self-compare',
    ...given,
  };
}

/** The result of a review with these comments. */
export function completedWith(found: readonly EngineComment[], gap = false): EngineResult {
  return {
    status: 'completed',
    comments: found,
    reports: [
      { reviewer: 'eslint', status: 'ok', files: 12, milliseconds: 900 },
      ...(gap
        ? [{ reviewer: 'ruff', status: 'failed', files: 0, milliseconds: 0, reason: 'it ran out of memory' } as const]
        : []),
    ],
    reviewed: ['src/refund.ts', 'src/api/client.py'],
    addedLines: 214,
    removedLines: 31,
    unreviewed: [],
    mergeBase: 'b'.repeat(40),
    milliseconds: 8_400,
  };
}

/** Fills the tables as those of a team that has worked for a month. @param memberId who made the keys */
export async function fillSampleTeam(database: Kysely<Database>, memberId: string): Promise<void> {
  const { id: credential } = await database
    .insertInto('credentials')
    .values({
      origin: 'https://gitlab.acme.example',
      label: 'Token',
      username: 'review-bot',
      secret: Buffer.from('sealed'),
      set_by: memberId,
      set_at: sql<Date>`now() - interval '3 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('repositories')
    .values(
      repositories.map((each, index) => ({
        ...each,
        full_name_key: each.full_name,
        name: each.full_name.slice(each.full_name.lastIndexOf('/') + 1),
        web_url: each.clone_url.replace(/\.git$/, ''),
        private: index !== 0,
        default_branch: 'main',
        credential_id: index === 1 ? credential : null,
        connected_by: memberId,
        checked_at: sql<Date>`now() - interval '2 hours'`,
        size_bytes: 84_000_000 * (index + 1),
        problem:
          index === 2 ? 'git.acme.example refuses the credential. Set a new token that may read the repository.' : null,
      })),
    )
    .execute();
  await database
    .insertInto('api_keys')
    .values([
      {
        id: 'k1',
        kind: 'production',
        name: 'ci',
        hash: 'h1',
        last_four: '3f9a',
        created_by: memberId,
        last_used_on: '2026-11-21',
      },
      {
        id: 'k2',
        kind: 'development',
        name: 'Ada’s laptop',
        hash: 'h2',
        last_four: '77b1',
        created_by: memberId,
        created_at: sql<Date>`now() - interval '9 days'`,
      },
      { id: 'k3', kind: 'production', name: hostile, hash: 'h3', last_four: 'beef', revoked_at: sql<Date>`now()` },
    ])
    .execute();
  await sql`INSERT INTO permits (key_id, hour, used) VALUES ('k1', floor(extract(epoch from now()) / 3600), 940), ('k2', floor(extract(epoch from now()) / 3600), 36)`.execute(
    database,
  );
  await fillReviews(database);
}

async function fillReviews(database: Kysely<Database>): Promise<void> {
  await sql`
    INSERT INTO reviews (id, repository_id, repository, pr, title, base, head, status, created_at, started_at, completed_at, engine, issues, result)
    SELECT 'rev_' || lpad(n::text, 24, '0'), ${repositories[0]?.id}, 'acme/orders', n % 40 + 1, 'Round prices to whole cents (' || n || ')',
      ${'b'.repeat(40)}, ${'c'.repeat(40)}, CASE WHEN n % 11 = 0 THEN 'failed' ELSE 'completed' END,
      now() - make_interval(hours => 5 * (140 - n)), now() - make_interval(hours => 5 * (140 - n), secs => -2), now() - make_interval(hours => 5 * (140 - n), secs => -14 - n % 50),
      '1', CASE WHEN n % 11 = 0 THEN NULL ELSE n % 4 END, ${JSON.stringify(completedWith([]))}
    FROM generate_series(1, 140) AS n`.execute(database);
  const review = (given: {
    id: string;
    status: 'pending' | 'completed' | 'failed' | 'cancelled';
    title?: string;
    result?: EngineResult;
    issues?: number;
    stage?: string;
    progress?: number;
    started?: boolean;
  }) => ({
    id: `rev_${given.id.padEnd(24, '0')}`,
    repository_id: repositories[1]?.id ?? '',
    repository: 'acme/platform/billing-service',
    pr: 318,
    title: given.title ?? 'Charge the tax of the country that the order is sent to',
    base: 'b'.repeat(40),
    head: given.started === false ? '' : 'c'.repeat(40),
    status: given.status,
    engine: '1',
    requested_by: 'k1',
    stage: given.stage ?? null,
    progress: given.progress ?? null,
    issues: given.issues ?? null,
    created_at: sql<Date>`now() - interval '6 minutes'`,
    started_at: given.started === false ? null : sql<Date>`now() - interval '5 minutes'`,
    completed_at: given.status === 'pending' ? null : sql<Date>`now() - interval '3 minutes 48 seconds'`,
    result: given.result === undefined ? null : JSON.stringify(given.result),
  });
  await database
    .insertInto('reviews')
    .values([
      review({ id: 'a1', status: 'completed', issues: 3, result: completedWith(comments, true) }),
      review({ id: 'a2', status: 'completed', issues: 0, result: completedWith([]) }),
      review({
        id: 'a3',
        status: 'failed',
        result: { status: 'failed', reason: 'no worker could finish it in 3 tries', reports: [] },
      }),
      review({
        id: 'a4',
        status: 'completed',
        title: hostile,
        issues: 1,
        result: completedWith([
          comment({
            severity: 'critical',
            start_line: 1,
            path: hostile,
            title: hostile,
            body: `${hostile}\n\n[go](javascript:alert(1)) ![x](https://evil.example/p.png) [ok](https://docs.example/a)`,
            existing_code: hostile,
            suggested_code: hostile,
            rule_id: hostile,
            help_uri: 'javascript:alert(1)',
          }),
        ]),
      }),
      review({ id: 'a5', status: 'cancelled' }),
      review({ id: 'a6', status: 'pending', stage: 'reading 12 of 40 files', progress: 0.42 }),
      review({ id: 'a7', status: 'pending', started: false }),
    ])
    .execute();
}
