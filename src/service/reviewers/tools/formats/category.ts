import type { ReviewerFinding } from '../../../engine/reviewer.ts';

/** Words of rules that speak of tidiness: groups of Biome and oxlint, and what most linters call such rules. */
const tidy =
  /(?:^|[/(:.])(?:style|complexity|format|formatting|nursery|pedantic|whitespace|stylistic)(?:[/(:.]|$)|unused/i;
/** The same for ruff's codes: sorting, layout, naming, documentation, modern spelling, what is unused. */
const tidyCode =
  /^(?:ANN|C4|C9|COM|D|E[1-7]|ERA|F401|F541|F811|F841|FIX|FURB|I|ICN|ISC|N|PLC|PLR|PT|PTH|Q|RET|SIM|T20|TD|UP|W)\d*$/;
/** Linters of golangci-lint that look at layout, names, length or spelling: it calls all that they say an error. */
const tidyLinter =
  /^(?:cyclop|dupl|dupword|errname|funlen|gci|gochecknoglobals|gochecknoinits|gocognit|goconst|gocyclo|godoclint|godot|godox|gofmt|gofumpt|goheader|goimports|golines|grouper|inamedparam|interfacebloat|ireturn|lll|maintidx|misspell|mnd|modernize|nakedret|nestif|nlreturn|nolintlint|nonamedreturns|paralleltest|perfsprint|revive|stylecheck|swaggo|tagalign|tagliatelle|testpackage|thelper|tparallel|unconvert|usestdlibvars|varnamelen|wsl|wsl_v5)$/;
/** ruff's codes of flake8-bandit, gosec's of golangci-lint, and rules that say it. */
const security = /^(?:S\d{3}|G\d{3}|gosec)$|(?:^|[/(:.-])security(?:[/(:.-]|$)/i;

/** Derives the category of a tool's rule: tools report severities, but seldom categories. */
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
  // Clippy denies what is wrong; its warnings are of style, needless detours and speed.
  const isMild = severity === 'low' || severity === 'info' || (severity === 'medium' && name.startsWith('clippy::'));
  return isMild || [tidy, tidyCode, tidyLinter].some(each => each.test(name)) ? 'cleanup' : 'bug';
}
