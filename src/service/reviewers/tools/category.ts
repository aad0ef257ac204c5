import type { ReviewerFinding } from '../../engine/reviewer.ts';

/** Words of rules that speak of tidiness: groups of Biome and oxlint, and what most linters call such rules. */
const tidy =
  /(?:^|[/(:.])(?:style|complexity|format|formatting|nursery|pedantic|whitespace|stylistic)(?:[/(:.]|$)|unused/i;
/** The same for ruff's codes: sorting, layout, naming, documentation, modern spelling, what is unused. */
const tidyCode =
  /^(?:ANN|C4|C9|COM|D|E[1-7]|ERA|F401|F541|F811|F841|FIX|FURB|I|ICN|ISC|N|PLC|PLR|PT|PTH|Q|RET|SIM|T20|TD|UP|W)\d*$/;
/** ruff's codes of flake8-bandit, gosec's of golangci-lint, and rules that say it. */
const security = /^(?:S\d{3}|G\d{3}|gosec)$|(?:^|[/(:.-])security(?:[/(:.-]|$)/i;

/** What kind of comment a tool's rule makes: tools know how grave a thing is, seldom what it is. */
export function categoryOf({
  rule = '',
  severity,
  isSecurity = false,
}: {
  readonly rule?: string | undefined;
  readonly severity: ReviewerFinding['severity'];
  readonly isSecurity?: boolean | undefined;
}): ReviewerFinding['category'] {
  const name = rule.slice(0, 200);
  if (isSecurity || security.test(name)) return 'security';
  return severity === 'low' || severity === 'info' || tidy.test(name) || tidyCode.test(name) ? 'cleanup' : 'bug';
}
