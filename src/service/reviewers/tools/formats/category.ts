import type { ReviewerFinding } from '../../../engine/reviewer.ts';

/** Rule names about style: groups of Biome and oxlint, and common names in other linters. */
const tidy =
  /(?:^|[/(:.])(?:style|complexity|format|formatting|nursery|pedantic|whitespace|stylistic)(?:[/(:.]|$)|unused/i;
/** Ruff's codes for sorting, layout, naming, documentation, modernization and unused code. */
const tidyCode =
  /^(?:ANN|C4|C9|COM|D|E[1-7]|ERA|F401|F541|F811|F841|FIX|FURB|I|ICN|ISC|N|PLC|PLR|PT|PTH|Q|RET|SIM|T20|TD|UP|W)\d*$/;
/** Linters of golangci-lint for layout, names, length and spelling: it reports all of them as errors. */
const tidyLinter =
  /^(?:cyclop|dupl|dupword|errname|funlen|gci|gochecknoglobals|gochecknoinits|gocognit|goconst|gocyclo|godoclint|godot|godox|gofmt|gofumpt|goheader|goimports|golines|grouper|inamedparam|interfacebloat|ireturn|lll|maintidx|misspell|mnd|modernize|nakedret|nestif|nlreturn|nolintlint|nonamedreturns|paralleltest|perfsprint|revive|stylecheck|swaggo|tagalign|tagliatelle|testpackage|thelper|tparallel|unconvert|usestdlibvars|varnamelen|wsl|wsl_v5)$/;
/** Codes of flake8-bandit in Ruff and of gosec in golangci-lint, and rules with the word in their name. */
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
  // Clippy reports defects as errors; its warnings are about style, complexity and performance.
  const isMild = severity === 'low' || severity === 'info' || (severity === 'medium' && name.startsWith('clippy::'));
  return isMild || [tidy, tidyCode, tidyLinter].some(each => each.test(name)) ? 'maintainability' : 'bug';
}
