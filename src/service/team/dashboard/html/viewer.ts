import type { CheckResult } from '../../hosts/checkSteps.ts';
import type { SignedIn } from '../../members/member.ts';

/** A part of the dashboard that the navigation names. */
export type Section = 'reviews' | 'repositories' | 'keys' | 'usage' | 'members' | 'audit' | 'settings' | 'account';

/** What is told once, on the page after an action. */
export interface Flash {
  readonly kind: 'done' | 'problem' | 'hint';
  readonly text: string;
  /** A key or a link, which is shown this once. */
  readonly secret?: string;
  /** The steps of the check of a repository. */
  readonly steps?: CheckResult['steps'];
}

/** Who looks at a page, and what every page needs of the request. */
export interface Viewer extends SignedIn {
  readonly flash: Flash | undefined;
}
