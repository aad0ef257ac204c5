/** What is checked, in this order. */
const stepNames = ['address', 'name', 'connection', 'credential', 'repository', 'pull requests', 'REST'] as const;

/** One step of a check. */
interface CheckStep {
  readonly name: (typeof stepNames)[number];
  /** `skipped` if an earlier step failed, or it does not apply. */
  readonly status: 'ok' | 'failed' | 'skipped';
  /** A sentence; for a failed step with what to do. Empty if there is nothing to say. */
  readonly detail: string;
}

/** The result of a check. */
export interface CheckResult {
  /** Empty if nothing was checked. */
  readonly steps: readonly CheckStep[];
  /** The sentence of the step that failed; undefined if the repository can be reviewed. */
  readonly problem: string | undefined;
  /** `owner/name` as the host spells it, if it tells. */
  readonly fullName: string | undefined;
  /** Undefined if it is not known. */
  readonly isPrivate: boolean | undefined;
  readonly defaultBranch: string | undefined;
  readonly sizeBytes: number | undefined;
}

/** The steps of a check, in their order. */
export class CheckSteps {
  readonly #steps: CheckStep[] = [];

  /** Notes the next step; does nothing for one that is noted. */
  ok(name: CheckStep['name'], detail = ''): void {
    if (!this.#steps.some(step => step.name === name)) this.#steps.push({ name, status: 'ok', detail });
  }

  skip(name: CheckStep['name'], detail: string): void {
    this.#steps.push({ name, status: 'skipped', detail });
  }

  /** The step that is next has failed. */
  fail(detail: string): void {
    this.#steps.push({ name: stepNames[this.#steps.length] ?? 'REST', status: 'failed', detail });
  }

  /** All steps; those after one that failed are skipped. */
  all(): { readonly steps: readonly CheckStep[]; readonly problem: string | undefined } {
    const rest = stepNames.slice(this.#steps.length).map(name => ({ name, status: 'skipped', detail: '' }) as const);
    return {
      steps: [...this.#steps, ...rest],
      problem: this.#steps.find(({ status }) => status === 'failed')?.detail,
    };
  }
}
